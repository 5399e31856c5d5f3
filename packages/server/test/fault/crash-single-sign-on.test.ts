// At length: it kills, cuts off or fills what the service needs.
/**
 * A process that is killed while users log in to an application, renew, and log out, CRASH_ROUNDS times: each of them in another step at
 * that moment. CRASH_SEED repeats a run as far as two processes can be repeated.
 */
import assert from "node:assert/strict";
import { it } from "node:test";
import {
	type Application,
	addApplication,
	basic,
	codeFor,
	enter,
	ONLY_ON,
	token,
} from "../support/application.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { forEachDatabase } from "../support/databases.ts";
import { eventually } from "../support/interleave.ts";
import { type LogoutReceiver, startLogoutReceiver } from "../support/logout-receiver.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { startServe } from "../support/serve-process.ts";
import {
	ADMIN_PASSWORD,
	freePort,
	startTestService,
	TEST_SECRET,
	type TestService,
} from "../support/service.ts";
import { createVisitor, type Visitor } from "../support/visitor.ts";

/** What the client knows of an act: "maybe" where the service died before it answered. */
type Known = "no" | "maybe" | "yes";

interface Login {
	visitor: Visitor;
	code: Record<string, string>;
	redeemed: Known;
	access: string;
	refresh: string;
	renewed: Known;
	sid: string;
	loggedOut: Known;
}

const { CRASH_SEED: given, CRASH_ROUNDS: rounds = "1" } = process.env;
const ACTORS = 6;

forEachDatabase("single sign-on that is killed", (database) => {
	const random = seededRandom(given === undefined ? Date.now() % 1_000_000 : Number(given));

	it(`redeems no code twice, revives nothing, and tells of every logout (CRASH_SEED=${random.seed})`, async () => {
		const port = await freePort();
		const databaseUrl = await database.url();
		const settings = {
			...{ ...cheap, ...ONLY_ON, SALLYPORT_OUTBOUND_ALLOW: "127.0.0.0/8" },
			...{ SALLYPORT_PORT: String(port), SALLYPORT_BASE_URL: `http://localhost:${port}` },
			...{ SALLYPORT_SECRET: TEST_SECRET, SALLYPORT_COOKIE_SESSIONS_PER_USER: "1000" },
			...{ SALLYPORT_ACCOUNT_LOGINS: "100000" },
		};
		const receiver = await startLogoutReceiver();
		let service = await startTestService({ databaseUrl, settings });
		try {
			for (let actor = 0; actor < ACTORS; actor += 1) await service.addUser(`user-${actor}`);
			const charts = await addApplication(service, {
				...{ trusted: true, logoutUri: receiver.url },
				scopes: ["openid", "profile", "email", "groups", "offline_access"],
			});
			for (let round = 0; round < Number(rounds); round += 1) {
				await service.stop();
				const logins: Login[] = [];
				const doomed = await startServe({ databaseUrl, settings, ports: [port, await freePort()] });
				let left = ACTORS * 2 + random.below(ACTORS * 4);
				const answered = () => {
					left -= 1;
					if (left === 0) doomed.child.kill("SIGKILL");
				};
				const actor = async (_: unknown, index: number) => {
					while (
						await actOnce({ baseUrl: service.baseUrl, port }, `user-${index}`, charts, logins, answered)
					);
				};
				await Promise.all(Array.from({ length: ACTORS }, actor));
				assert.equal(await doomed.ended, "SIGKILL", doomed.printed());
				service = await startTestService({ databaseUrl, settings });
				await assertRight(service, charts, logins, receiver);
			}
		} finally {
			await service.stop();
			receiver.stop();
		}
	});
});

/** False: the service is gone. */
async function actOnce(
	service: Pick<TestService, "baseUrl" | "port">,
	name: string,
	charts: Application,
	logins: Login[],
	answered: () => void,
): Promise<boolean> {
	const visitor = createVisitor(service.baseUrl);
	const step = async <T>(act: () => Promise<T>): Promise<T | null> => {
		const result = await act().catch((error: unknown) => {
			if (error instanceof assert.AssertionError) throw error;
			return null;
		});
		if (result !== null) answered();
		return result;
	};
	const redeem = async (body: Record<string, string>) => {
		const answer = await token(service, body, { authorization: basic(charts) });
		assert.equal(answer.status, 200);
		return (await answer.json()) as Record<"access_token" | "refresh_token" | "id_token", string>;
	};
	const isIn = await step(() => visitor.logIn(name, ADMIN_PASSWORD, { session: true }));
	const code = isIn === null ? null : await step(() => codeFor(service, visitor, charts));
	if (code === null) return false;
	const login: Login = {
		...{ visitor, code: code.body, redeemed: "maybe", access: "", refresh: "" },
		...{ renewed: "no", sid: "", loggedOut: "no" },
	};
	logins.push(login);
	const first = await step(() => redeem(code.body));
	if (first === null) return false;
	Object.assign(login, { redeemed: "yes", access: first.access_token, refresh: first.refresh_token });
	login.sid = String(claimsOf(first.id_token).sid);
	login.renewed = "maybe";
	const second = await step(() => redeem({ grant_type: "refresh_token", refresh_token: login.refresh }));
	if (second === null) return false;
	Object.assign(login, { renewed: "yes", access: second.access_token, refresh: second.refresh_token });
	login.loggedOut = "maybe";
	if ((await step(() => visitor.post("/api/auth/logout"))) === null) return false;
	login.loggedOut = "yes";
	return true;
}

async function assertRight(
	service: TestService,
	charts: Application,
	logins: Login[],
	receiver: LogoutReceiver,
): Promise<void> {
	const port = Number(new URL(service.baseUrl).port);
	const redeem = async (body: Record<string, string>) =>
		(await token({ port, baseUrl: service.baseUrl }, body, { authorization: basic(charts) })).status;
	const over: string[] = [];
	for (const { visitor, code, redeemed, access, refresh, renewed, sid, loggedOut } of logins) {
		const isLive = (await visitor.get("/api/auth/session")).status === 200;
		if (loggedOut !== "maybe") assert.equal(isLive, loggedOut === "no");
		if (redeemed === "yes") {
			const headers = { authorization: `Bearer ${access}` };
			const userinfo = await fetch(`${service.baseUrl}/oidc/userinfo`, { headers });
			assert.equal(userinfo.status, isLive ? 200 : 401);
			const again = await redeem({ grant_type: "refresh_token", refresh_token: refresh });
			if (renewed !== "maybe") assert.equal(again, isLive ? 200 : 400);
			if (!isLive) over.push(sid);
		}
		const statuses = [await redeem(code), await redeem(code)];
		const most = isLive && redeemed !== "yes" ? 1 : 0;
		const times = statuses.filter((status) => status === 200).length;
		assert.ok(times <= most, `${times} of ${most}`);
	}
	// What was being sent when the process died is sent again when its lease is over.
	service.travel(10 * 60_000);
	service.running.deployment.outbox.nudge();
	const told = new Set<string>();
	await eventually(async () => {
		for (const each of receiver.got.splice(0)) told.add(String(claimsOf(each).sid));
		return over.every((sid) => told.has(sid));
	});
	const live = await service.loggedIn("user-0");
	assert.ok((await enter(service, live, charts)).access_token);
}

const claimsOf = (jwt: string) =>
	JSON.parse(Buffer.from(jwt.split(".")[1] ?? "", "base64url").toString()) as { sid?: string };
