/**
 * PostgreSQL goes, comes back, is slow, silent, or cut off in the middle of a transaction. Whatever happens: no
 * client is let in that should not be, no right password is called wrong, and the service recovers by itself.
 */
import assert from "node:assert/strict";
import { after, before, describe, it, type TestContext } from "node:test";
import pg from "pg";
import { cheap } from "../support/cheap-hashing.ts";
import { createTestDatabase } from "../support/databases.ts";
import { eventually } from "../support/interleave.ts";
import { bearerOf, cookieOf } from "../support/own-session.ts";
import { type Moment, startCable } from "../support/postgres-cable.ts";
import { type PostgresCluster, startPostgres } from "../support/postgres-cluster.ts";
import { assertProblem } from "../support/problem.ts";
import { operatorOf } from "../support/scrape.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import type { Answer, Visitor } from "../support/visitor.ts";

const wrong = "not the password";
const newPassword = "five words nobody else has";

/** Nothing in an answer that would let anybody in. */
function assertNobodyIsIn({ headers, body, text }: Answer): void {
	assert.doesNotMatch(headers.get("set-cookie") ?? "", /sallyport-sid=./);
	assert.equal(body?.token, undefined, text);
}

function assertUnavailable(answer: Answer): void {
	assertProblem(answer, "store_unavailable");
	assertNobodyIsIn(answer);
}

/** A right login, or a refusal that blames the store. */
function assertLoggedInOrUnavailable(answer: Answer): void {
	if (answer.status !== 200) assertUnavailable(answer);
}

/** The service and a person who is logged in, in both ways. */
async function scene(databaseUrl: string, settings: Record<string, string> = {}) {
	const service = await startTestService({ databaseUrl, settings: { ...cheap, ...settings } });
	await service.addUser("ada");
	const person = await service.loggedIn("ada");
	const bearer = bearerOf(await service.visitor().logIn("ada", ADMIN_PASSWORD));
	/** A client with a CSRF token that is not logged in. */
	const stranger = service.visitor();
	await stranger.get("/api/auth/csrf");
	return { service, person, bearer, stranger };
}

describe("a PostgreSQL that stops", () => {
	let cluster: PostgresCluster;
	let service: TestService;
	let person: Visitor;
	let stranger: Visitor;
	let bearer: { authorization: string };
	before(async () => {
		cluster = await startPostgres();
		// The clusters of tests are faster than safe; what was acknowledged must be there when this one comes back.
		const url = `${cluster.url("postgres")}?options=-c%20synchronous_commit%3Don`;
		({ service, person, bearer, stranger } = await scene(url));
		await service.visitor().get("/.well-known/jwks.json");
		await cluster.halt();
	});
	after(async () => {
		await cluster.stop();
		await service.stop().catch(() => {});
	});

	it("makes every request that needs it answer 503, and no login or logout succeeds", async () => {
		const cookie = cookieOf(person);
		const refused = service.visitor({ ...cookie, csrf: person.csrf ?? "" });
		const change = { currentPassword: ADMIN_PASSWORD, newPassword };
		const calls: Array<Promise<Answer>> = [
			stranger.logIn("ada", ADMIN_PASSWORD),
			stranger.logIn("ada", ADMIN_PASSWORD, { session: true }),
			stranger.logIn("ada", wrong),
			stranger.logIn("nobody", wrong),
			stranger.post("/api/auth/setup", { token: "x".repeat(43), password: newPassword }),
			...[cookie, bearer].flatMap((headers) =>
				["/session", "/sessions", "/check"].map((path) => service.visitor().get(`/api/auth${path}`, headers)),
			),
			...["/", "/login", "/account", "/api/auth/csrf"].map((path) => service.visitor().get(path, cookie)),
			refused.post("/api/auth/renew"),
			refused.post("/api/auth/logout"),
			refused.post("/api/auth/reauthenticate", { password: ADMIN_PASSWORD }),
			refused.post("/api/auth/password", change),
			refused.delete("/api/auth/sessions"),
			service.visitor().post("/api/auth/renew", undefined, bearer),
			service.visitor().post("/api/auth/logout", undefined, bearer),
			service.visitor().get("/api/auth/status"),
		];
		for (const answer of await Promise.all(calls)) assertUnavailable(answer);
	});

	it("does not affect requests that need no database", async () => {
		const paths = [
			"/healthz",
			"/login",
			"/setup",
			"/docs",
			"/openapi.json",
			"/api/auth/csrf",
			"/.well-known/oauth-authorization-server",
			"/.well-known/jwks.json",
		];
		const get = async (path: string) =>
			assert.equal((await service.visitor().get(path)).status, 200, `${path} is gone`);
		for (const path of paths) await get(path);
		// However long ago the keys were read: verifiers elsewhere go on as well.
		service.travel(60_000);
		await get("/.well-known/jwks.json");
		assert.equal((await service.visitor().get("/api/auth/session")).body?.code, "unauthenticated");
	});

	it("takes the instance out of service, and ends no process", async () => {
		const { status, body } = await operatorOf(service).get("/readyz");
		assert.deepEqual([status, body?.status], [503, "store_unavailable"]);
	});

	it("is found again without a restart, with all sessions as before", async () => {
		await cluster.resume();
		await eventually(async () => (await operatorOf(service).get("/readyz")).status === 200);
		assert.equal((await person.get("/api/auth/session")).body?.username, "ada");
		assert.equal((await service.visitor().get("/api/auth/check", bearer)).status, 204);
		assert.equal((await stranger.logIn("ada", ADMIN_PASSWORD)).status, 200);
		assertProblem(await stranger.logIn("ada", wrong), "invalid_credentials");
		assert.equal((await person.post("/api/auth/renew")).status, 200);
		await service.running.maintenance.run();
	});
});

describe("a network between service and PostgreSQL that", { concurrency: true }, () => {
	async function connected(context: TestContext, settings: Record<string, string> = {}) {
		const own = createTestDatabase("postgres");
		const cable = await startCable();
		const all = await scene(cable.through(await own.url()), settings);
		context.after(async () => {
			cable.mend();
			await all.service.stop().catch(() => {});
			cable.close();
			await own.remove();
		});
		return { ...all, cable };
	}

	it("delays every message: logins are slow or get 503, and none is judged wrongly", async (context) => {
		const { service, person, bearer, stranger, cable } = await connected(context);
		const others = [service.visitor(), service.visitor()];
		for (const other of others) await other.get("/api/auth/csrf");
		cable.slow(300);
		const [right, guess, cookie, token, ...more] = await Promise.all([
			stranger.logIn("ada", ADMIN_PASSWORD),
			stranger.logIn("ada", wrong),
			person.get("/api/auth/session"),
			service.visitor().get("/api/auth/check", bearer),
			...others.map((other) => other.logIn("ada", ADMIN_PASSWORD, { session: true })),
		]);
		for (const answer of [right, ...more]) assertLoggedInOrUnavailable(answer);
		if (guess.status !== 503) assertProblem(guess, "invalid_credentials");
		assert.deepEqual([cookie.status, token.status], [200, 204]);
		cable.slow(0);
		assert.equal((await stranger.logIn("ada", ADMIN_PASSWORD)).status, 200);
	});

	it("falls silent: time-outs blame the store, and new connections are made when it is back", async (context) => {
		const { service, person, bearer, stranger, cable } = await connected(context);
		cable.silence();
		const answers = await Promise.all([
			stranger.logIn("ada", ADMIN_PASSWORD),
			stranger.logIn("ada", wrong),
			person.get("/api/auth/session"),
			service.visitor().get("/api/auth/check", bearer),
			person.post("/api/auth/renew"),
			person.get("/account"),
		]);
		for (const answer of answers) assertUnavailable(answer);
		assert.equal((await operatorOf(service).get("/readyz")).status, 503);
		cable.mend();
		await eventually(async () => (await operatorOf(service).get("/readyz")).status === 200);
		assert.equal((await person.get("/api/auth/session")).status, 200);
		assert.equal((await stranger.logIn("ada", ADMIN_PASSWORD)).status, 200);
	});

	it("breaks in the middle of a transaction, which happens completely or not at all", async (context) => {
		const { service, bearer, cable } = await connected(context);
		const { database: queries } = service.running.deployment.opened;
		const events = ["session_created", "authn_token_created", "session_ended", "session_logout"];
		async function assertRowsAgree(what: string): Promise<void> {
			const sessions = await queries.selectFrom("sessions").select(["id", "ended_at"]).execute();
			const recorded = await queries.selectFrom("audit_events").select(["event", "session_id"]).execute();
			const of = (...names: string[]) =>
				recorded.flatMap(({ event, session_id: id }) => (names.includes(event) ? [id] : [])).sort();
			assert.deepEqual(of(...events.slice(0, 2)), sessions.map(({ id }) => id as string | null).sort(), what);
			const ended = sessions.flatMap(({ id, ended_at: end }) => (end === null ? [] : [id]));
			assert.deepEqual(of(...events.slice(2), "authn_token_revoked"), ended.sort(), what);
		}
		const fresh = async () => {
			const visitor = service.visitor();
			await visitor.get("/api/auth/csrf");
			return visitor;
		};
		const acts: Record<string, (someone: Visitor, person: Visitor) => Promise<Answer>> = {
			"a login": (someone) => someone.logIn("ada", ADMIN_PASSWORD, { session: true }),
			"a renewal": (_someone, person) => person.post("/api/auth/renew"),
			"a logout": (_someone, person) => person.post("/api/auth/logout"),
			"a confirmation": (_someone, person) =>
				person.post("/api/auth/reauthenticate", { password: ADMIN_PASSWORD }),
		};
		const cuts: Array<[words: string, moment: Moment]> = [
			['insert into "audit_events"', "unheard"],
			['insert into "audit_events"', "unanswered"],
			["commit", "unheard"],
			["commit", "unanswered"],
		];
		for (const [what, act] of Object.entries(acts)) {
			for (const [words, moment] of cuts) {
				const [someone, person] = [await fresh(), await service.loggedIn("ada")];
				const isCut = cable.cutAt(words, moment);
				const answer = await act(someone, person);
				assert.ok(isCut(), `${what} never says ${words}`);
				assertUnavailable(answer);
				await assertRowsAgree(`${what}, ${words} ${moment}`);
			}
		}
		assert.equal((await service.visitor().get("/api/auth/check", bearer)).status, 204);
	});

	for (const moment of ["unheard", "unanswered"] as const) {
		it(`breaks at any message of a login, ${moment}: it gets 503, right or wrong`, async (context) => {
			const settings = { SALLYPORT_ACCOUNT_FAILURES: "1000", SALLYPORT_CSRF_FAILURES: "1000" };
			const { service, stranger, cable } = await connected(context, settings);
			// So that every word is one of the login.
			await service.running.maintenance.stop();
			for (const password of [ADMIN_PASSWORD, wrong]) {
				for (let nth = 1; ; nth++) {
					const isCut = cable.cutAt("", moment, nth);
					const answer = await stranger.logIn("ada", password);
					if (isCut()) assertUnavailable(answer);
					else {
						assert.equal(answer.status, password === wrong ? 401 : 200, answer.text);
						assert.ok(nth > 5, `only ${nth} words`);
						break;
					}
				}
			}
		});
	}

	it("breaks while right passwords are being answered: they do not count as guesses", async (context) => {
		const { service, stranger, cable } = await connected(context);
		for (let login = 0; login < 12; login++) {
			cable.cutAt('insert into "sessions"', "unheard");
			assertUnavailable(await stranger.logIn("ada", ADMIN_PASSWORD));
		}
		const answer = await service.visitor().logIn("ada", ADMIN_PASSWORD);
		assert.equal(answer.status, 200, answer.text);
	});
});

describe("a PostgreSQL that has become read-only, as after a failover to a standby", () => {
	const database = createTestDatabase("postgres");
	let service: TestService;
	before(async () => {
		({ service } = await scene(await database.url()));
	});
	after(async () => {
		await service.stop();
		await database.remove();
	});

	/** For all connections that are opened from now on, and the others are cut off. */
	async function readOnly(on: boolean): Promise<void> {
		const client = new pg.Client({ connectionString: await database.url() });
		await client.connect();
		await client.query("set default_transaction_read_only = off");
		const name = new URL(await database.url()).pathname.slice(1);
		await client.query(`alter database ${name} set default_transaction_read_only = ${on ? "on" : "off"}`);
		await client.query(
			"select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
		);
		await client.end();
	}
	const readiness = async () => {
		service.travel(1000);
		return (await operatorOf(service).get("/readyz")).body?.status;
	};

	it("allows no logins, and readiness says so until it can be written to again", async () => {
		assert.equal(await readiness(), "ok");
		await readOnly(true);
		await eventually(async () => (await service.visitor().logIn("ada", ADMIN_PASSWORD)).status === 503);
		assert.equal(await readiness(), "store_unavailable");
		await readOnly(false);
		await eventually(async () => (await readiness()) === "ok");
		assert.equal((await service.visitor().logIn("ada", ADMIN_PASSWORD)).status, 200);
	});
});
