/** What a user, an attacker with the password and an operator may do, one after the other, at two instances. */
import { tokenOf, usersOf } from "./administration.ts";
import { type Authenticator, answerChallenge, enrol, wrongCode } from "./authenticator.ts";
import { addAppAtLogin, setRole } from "./enrolment.ts";
import { ADMIN_PASSWORD } from "./service.ts";
import { addPasskey, logInWithPasskey, type SoftwarePasskey } from "./software-authenticator.ts";
import type { TwoInstances } from "./two-instances.ts";
import type { Answer, Visitor } from "./visitor.ts";

export const passwords = [ADMIN_PASSWORD, "five words nobody else has"] as const;

export interface World {
	two: TwoInstances;
	name: string;
	id: string;
	/** The password in force. */
	password: string;
	/** Browsers that have tried to log in, the newest last. */
	browsers: Visitor[];
	/** What asked for more than the password. */
	challenged: Array<{ browser: Visitor; refused: Answer }>;
	apps: Authenticator[];
	passkeys: SoftwarePasskey[];
	/** Since when the user is an admin, of whom a second factor is required at once; null: the user is none. */
	adminSince: number | null;
	/** When an operator has reset the user last, which renews the budget of codes. */
	resetAt: number;
}

type Act = (world: World, pick: number) => Promise<Answer | undefined>;

/** One of the newest. */
const last = <T>(list: readonly T[], pick: number): T | undefined =>
	list.at(-1 - (Math.floor(pick / 4) % (list.length || 1)));
const at = ({ two }: World, pick: number) => two.at(two.instances[pick % 2 === 0 ? 0 : 1]);

function travel({ two }: World, milliseconds: number): void {
	for (const each of two.instances) each.travel(milliseconds);
}

function nextCode(world: World, pick: number): string {
	travel(world, 30_000);
	const app = last(world.apps, pick);
	return app?.code() ?? "000000";
}

function remember(world: World, browser: Visitor, answer: Answer): Answer {
	world.browsers.push(browser);
	if (answer.body?.challenge !== undefined) world.challenged.push({ browser, refused: answer });
	return answer;
}

export async function logIn(
	world: World,
	pick: number,
	{ browser = at(world, pick), ...more }: { browser?: Visitor | undefined; code?: string } = {},
): Promise<Answer> {
	const login = { session: pick % 3 !== 0, ...more };
	return remember(world, browser, await browser.logIn(world.name, world.password, login));
}

async function answerOne(world: World, pick: number, code: string): Promise<Answer | undefined> {
	const found = last(world.challenged, pick);
	return found && answerChallenge(found.browser, found.refused, code);
}

const wrong = ({ apps: [app] }: World) => (app === undefined ? "000000" : wrongCode(app));
const recoveryCode = (world: World, pick: number) =>
	last(world.apps, pick)?.recoveryCodes[pick % 10] ?? "00000-00000-00000";
const originOf = ({ two }: World) => new URL(two.instances[0].baseUrl).origin;

export const acts: Record<string, Act> = {
	"log in": (world, pick) => logIn(world, pick),
	"log in with a code": (world, pick) => logIn(world, pick, { code: nextCode(world, pick) }),
	async "log in again in the same browser"(world, pick) {
		const browser = last(world.browsers, pick);
		// As its page does: the session of the token that it had may have ended.
		await browser?.get("/api/auth/csrf");
		return logIn(world, pick, { browser });
	},
	"log in with a wrong code": (world, pick) => logIn(world, pick, { code: wrong(world) }),
	"log in with a recovery code": (world, pick) => logIn(world, pick, { code: recoveryCode(world, pick) }),
	async "log in with a passkey"(world, pick) {
		const passkey = last(world.passkeys, pick);
		if (passkey === undefined) return undefined;
		const browser = at(world, pick);
		return remember(world, browser, await logInWithPasskey(browser, passkey, { session: pick % 3 !== 0 }));
	},
	"answer a challenge": (world, pick) => answerOne(world, pick, nextCode(world, pick)),
	"answer a challenge wrongly": (world, pick) => answerOne(world, pick, wrong(world)),
	async "guess codes for an hour"(world, pick) {
		for (let guess = 0; guess < 6; guess++) {
			const browser = at(world, pick + guess);
			const refused = await browser.logIn(world.name, world.password);
			if (refused.body?.challenge !== undefined) await answerChallenge(browser, refused, wrong(world));
		}
		travel(world, 3_600_000);
		return undefined;
	},
	"answer a challenge with a recovery code": (world, pick) =>
		answerOne(world, pick, recoveryCode(world, pick)),
	async "answer a challenge with a passkey"(world, pick) {
		const [found, passkey] = [last(world.challenged, pick), last(world.passkeys, pick)];
		const { challenge, passkey: asked = { challenge: "AAAA" } } = found?.refused.body ?? {};
		if (found === undefined || passkey === undefined) return undefined;
		const answer = passkey.get(asked, pick % 2 === 0 ? {} : { flags: 1 });
		return found.browser.post("/api/auth/login/second-factor", { challenge, passkey: answer });
	},
	async "add the app that is due"(world, pick) {
		const found = last(world.challenged, pick);
		if (found === undefined) return undefined;
		const [first] = world.two.instances;
		const { offered, app, activation, path } = await addAppAtLogin(first, found.browser, found.refused);
		if (offered.status !== 200) return offered;
		const answer = await found.browser.post(path, activation);
		const recoveryCodes = (answer.body?.recoveryCodes ?? []) as string[];
		if (answer.status === 200) world.apps.push({ ...app, id: "of a login", recoveryCodes });
		return answer;
	},
	async "add a passkey"(world, pick) {
		const browser = last(world.browsers, pick);
		const offered = await browser?.post("/api/auth/factors/passkey/options");
		if (browser === undefined || offered?.status !== 200) return offered;
		world.passkeys.push(await addPasskey(browser, { origin: originOf(world) }));
		return undefined;
	},
	async "add an app"(world, pick) {
		const browser = last(world.browsers, pick);
		const offered = await browser?.post("/api/auth/factors/totp");
		if (browser === undefined || offered?.status !== 200) return offered;
		const [first] = world.two.instances;
		world.apps.push(await enrol(first, browser).catch(() => enrol(first, browser)));
		return undefined;
	},
	async "remove an app"(world, pick) {
		const app = last(world.apps, pick);
		return last(world.browsers, pick)?.delete(`/api/auth/factors/${app?.id ?? "x"}`);
	},
	"remove a passkey": async (world, pick) =>
		last(world.browsers, pick)?.delete(`/api/auth/factors/${last(world.passkeys, pick)?.id ?? "x"}`),
	"make recovery codes": async (world, pick) => last(world.browsers, pick)?.post("/api/auth/recovery-codes"),
	async "turn it on"(world, pick) {
		const browser = last(world.browsers, pick);
		const answer = await browser?.send("PUT", "/api/auth/second-factor", { on: true });
		if (answer?.body?.code !== "recovery_codes_missing") return answer;
		await browser?.post("/api/auth/recovery-codes");
		return browser?.send("PUT", "/api/auth/second-factor", { on: true });
	},
	"turn it off": async (world, pick) =>
		last(world.browsers, pick)?.send("PUT", "/api/auth/second-factor", { on: false }),
	"authenticate again": async (world, pick) =>
		last(world.browsers, pick)?.post("/api/auth/reauthenticate", { password: world.password }),
	"authenticate again with a code": async (world, pick) =>
		last(world.browsers, pick)?.post("/api/auth/reauthenticate", {
			password: world.password,
			code: nextCode(world, pick),
		}),
	async "change the password"(world, pick) {
		const newPassword = world.password === passwords[0] ? passwords[1] : passwords[0];
		const body = { currentPassword: world.password, newPassword };
		const answer = await last(world.browsers, pick)?.post("/api/auth/password", body);
		if (answer?.status === 200) world.password = newPassword;
		return answer;
	},
	async "reset and set a password"(world, pick) {
		const { setupLink } = await usersOf(world.two.instances[0]).reset(world.name);
		const browser = at(world, pick);
		const body = { token: tokenOf(setupLink), password: passwords[0] };
		const answer = await browser.post("/api/auth/setup", body);
		world.password = passwords[0];
		world.resetAt = world.two.instances[0].now();
		return remember(world, browser, answer);
	},
	async "become an admin, or a user again"(world) {
		const [first] = world.two.instances;
		await setRole(first, world.name, world.adminSince === null ? "admin" : "user");
		world.adminSince = world.adminSince === null ? first.now() : null;
		return undefined;
	},
	async renew(world, pick) {
		return last(world.browsers, pick)?.post("/api/auth/renew");
	},
	async "wait for two minutes"(world) {
		travel(world, 120_000);
		return undefined;
	},
};

/** What leads to a second factor of each kind, and to a session by it. */
export const openings: Array<Array<[what: string, pick: number]>> = [
	[
		["add an app", 0],
		["log in", 1],
		["answer a challenge", 0],
	],
	[
		["add a passkey", 0],
		["turn it on", 0],
		["log in with a passkey", 0],
	],
	[
		["become an admin, or a user again", 0],
		["log in again in the same browser", 1],
		["add the app that is due", 0],
	],
];

/** An attacker who has the password guesses for half a day, while the user logs in. */
export const guessing: Array<[what: string, pick: number]> = [
	["add an app", 0],
	...Array.from({ length: 12 }, (): typeof guessing => [
		["guess codes for an hour", 0],
		["log in with a code", 1],
	]).flat(),
	["log in with a recovery code", 0],
];
