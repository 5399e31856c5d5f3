/** Over random acts of a user, a thief of the password and an operator: no session starts without all that is demanded. */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import fc from "fast-check";
import { administrationOf, tokenOf } from "../support/administration.ts";
import { type Authenticator, enrol, wrongCode } from "../support/authenticator.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { forEachDatabase } from "../support/databases.ts";
import { setRole } from "../support/enrolment.ts";
import { ADMIN_PASSWORD } from "../support/service.ts";
import { startTwo, type TwoInstances } from "../support/two-instances.ts";
import type { Answer, Visitor } from "../support/visitor.ts";

const passwords = [ADMIN_PASSWORD, "five words nobody else has"] as const;

interface World {
	two: TwoInstances;
	name: string;
	id: string;
	/** The password in force. */
	password: string;
	/** Browsers that have tried to log in, the newest last. */
	browsers: Visitor[];
	/** Challenges that were given out, each to the browser of the same place. */
	challenges: Array<{ browser: Visitor; challenge: unknown }>;
	apps: Authenticator[];
	/** Since when the user is an admin, of whom a second factor is demanded at once; null: is none. */
	adminSince: number | null;
}

type Act = (world: World, pick: number) => Promise<Answer | undefined>;

const last = <T>(list: readonly T[], pick: number): T | undefined =>
	list.at(-1 - (pick % (list.length || 1)));
const at = ({ two }: World, pick: number) => two.at(two.instances[pick % 2 === 0 ? 0 : 1]);

function travel({ two }: World, milliseconds: number): void {
	for (const each of two.instances) each.travel(milliseconds);
}

function nextCode(world: World, pick: number): string {
	travel(world, 30_000);
	const app = last(world.apps, pick);
	return app?.code() ?? "000000";
}

async function logIn(world: World, pick: number, more: object = {}): Promise<Answer> {
	const browser = at(world, pick);
	const answer = await browser.logIn(world.name, world.password, { session: pick % 3 !== 0, ...more });
	world.browsers.push(browser);
	if (answer.body?.challenge !== undefined)
		world.challenges.push({ browser, challenge: answer.body.challenge });
	return answer;
}

async function answerOne(world: World, pick: number, code: string): Promise<Answer | undefined> {
	const found = last(world.challenges, pick);
	if (found === undefined) return undefined;
	const { browser, challenge } = found;
	return browser.post("/api/auth/login/second-factor", { challenge, code });
}

const acts: Record<string, Act> = {
	"log in": (world, pick) => logIn(world, pick),
	"log in with a code": (world, pick) => logIn(world, pick, { code: nextCode(world, pick) }),
	"log in with a wrong code": (world, pick) =>
		logIn(world, pick, { code: world.apps[0] === undefined ? "000000" : wrongCode(world.apps[0]) }),
	"log in with a recovery code": (world, pick) =>
		logIn(world, pick, { code: last(world.apps, pick)?.recoveryCodes[pick % 10] ?? "00000-00000-00000" }),
	"answer a challenge": (world, pick) => answerOne(world, pick, nextCode(world, pick)),
	async "answer the challenge of a new login"(world, pick) {
		await logIn(world, pick);
		return answerOne(world, 0, nextCode(world, pick));
	},
	"answer a challenge wrongly": (world, pick) =>
		answerOne(world, pick, world.apps[0] === undefined ? "000000" : wrongCode(world.apps[0])),
	"answer a challenge with a recovery code": (world, pick) =>
		answerOne(world, pick, last(world.apps, pick)?.recoveryCodes[pick % 10] ?? "00000-00000-00000"),
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
	"turn it on": async (world, pick) =>
		last(world.browsers, pick)?.send("PUT", "/api/auth/second-factor", { on: true }),
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
		const { setupLink } = await administrationOf(world.two.instances[0]).reset(world.name);
		const browser = at(world, pick);
		const body = { token: tokenOf(setupLink), password: passwords[0] };
		const answer = await browser.post("/api/auth/setup", body);
		world.password = passwords[0];
		world.browsers.push(browser);
		if (answer.body?.challenge !== undefined)
			world.challenges.push({ browser, challenge: answer.body.challenge });
		return answer;
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

forEachDatabase("two-step login", (database) => {
	let two: TwoInstances;
	before(async () => {
		const limits = {
			SALLYPORT_ACCOUNT_FAILURES: "1000",
			SALLYPORT_ADDRESS_FAILURES: "1000000",
			SALLYPORT_CSRF_FAILURES: "1000000",
			SALLYPORT_CONSECUTIVE_FAILURES: "10000",
			SALLYPORT_SECOND_FACTOR: "admins",
			SALLYPORT_SECOND_FACTOR_GRACE: "0s",
		};
		two = await startTwo(await database.url(), { ...cheap, ...limits });
	});
	after(() => two.stop());

	/** What must hold after every act. */
	async function assertAllProven({ two, id, name, adminSince }: World, trace: string[]): Promise<void> {
		const { database } = two.instances[0].running.deployment.opened;
		const user = await database
			.selectFrom("users")
			.selectAll()
			.where("id", "=", id)
			.executeTakeFirstOrThrow();
		const sessions = await database
			.selectFrom("sessions")
			.selectAll()
			.where("user_id", "=", id)
			.where("ended_at", "is", null)
			.execute();
		const on = user.second_factor_at;
		const weak = sessions.filter(({ amr }) => !amr?.includes("mfa"));
		if (adminSince !== null)
			for (const session of weak)
				assert.ok(session.authenticated_at <= adminSince, `${name}: ${trace.join(", ")}`);
		if (on === null) return;
		// Only the one that has turned it on.
		assert.ok(weak.length <= 1, `${name}: ${trace.join(", ")}`);
		for (const session of weak) assert.ok(session.created_at <= on, `${name}: ${trace.join(", ")}`);
	}

	// Proves: two-step-demanded
	it("starts no session without a second factor, whatever was done before, on two instances", async () => {
		let users = 0;
		let started = 0;
		const names = Object.keys(acts);
		const act = fc.tuple(fc.constantFrom(...names), fc.nat(11));
		const property = fc.asyncProperty(fc.array(act, { maxLength: 30, size: "+1" }), async (sequence) => {
			const name = `user${users++}`;
			const { id } = await two.instances[0].addUser(name);
			const password = passwords[0];
			const world: World = {
				two,
				name,
				id,
				password,
				browsers: [],
				challenges: [],
				apps: [],
				adminSince: null,
			};
			await logIn(world, 1);
			const trace: string[] = [];
			for (const [what, pick] of [["add an app", 0] as const, ...sequence]) {
				trace.push(`${what} ${pick}`);
				const answer = await acts[what]?.(world, pick);
				assert.ok((answer?.status ?? 200) < 500, `${trace.join(", ")}: ${answer?.text}`);
				if (answer?.status === 200 && what.startsWith("answer")) started += 1;
				await assertAllProven(world, trace);
			}
		});
		await fc.assert(property, { numRuns: 15, interruptAfterTimeLimit: 15_000 });
		assert.ok(started > 0, "no challenge was ever answered");
	});
});
