// At length: it kills, cuts off or fills what the service needs.
/** The network between service and PostgreSQL is slow, silent, or breaks in the middle of a transaction. */
import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { createTestDatabase } from "../support/databases.ts";
import { eventually } from "../support/interleave.ts";
import { assertLoggedInOrUnavailable, assertUnavailable, startOutage, wrong } from "../support/outage.ts";
import { type Moment, startCable } from "../support/postgres-cable.ts";
import { assertProblem } from "../support/problem.ts";
import { operatorOf } from "../support/scrape.ts";
import { ADMIN_PASSWORD } from "../support/service.ts";
import type { Answer, Visitor } from "../support/visitor.ts";

describe("a network between service and PostgreSQL that", { concurrency: true }, () => {
	async function connected(context: TestContext, settings: Record<string, string> = {}) {
		const own = createTestDatabase("postgres");
		const cable = await startCable();
		const all = await startOutage(cable.through(await own.url()), settings);
		context.after(async () => {
			cable.mend();
			await all.service.stop().catch(() => {});
			cable.close();
			await own.remove();
		});
		return { ...all, cable };
	}

	it("delays every message: logins are slow or get 503, and none is judged wrongly", async (context) => {
		const { service, person, bearer, unknownDevice, cable } = await connected(context);
		const others = [service.visitor(), service.visitor()];
		for (const other of others) await other.get("/api/auth/csrf");
		cable.slow(300);
		const [right, guess, cookie, token, ...more] = await Promise.all([
			unknownDevice.logIn("ada", ADMIN_PASSWORD),
			unknownDevice.logIn("ada", wrong),
			person.get("/api/auth/session"),
			service.visitor().get("/api/auth/check", bearer),
			...others.map((other) => other.logIn("ada", ADMIN_PASSWORD, { session: true })),
		]);
		for (const answer of [right, ...more]) assertLoggedInOrUnavailable(answer);
		if (guess.status !== 503) assertProblem(guess, "invalid_credentials");
		assert.deepEqual([cookie.status, token.status], [200, 204]);
		cable.slow(0);
		assert.equal((await unknownDevice.logIn("ada", ADMIN_PASSWORD)).status, 200);
	});

	it("falls silent: time-outs blame the store, and new connections are made when it is back", async (context) => {
		const { service, person, bearer, unknownDevice, cable } = await connected(context);
		cable.silence();
		const answers = await Promise.all([
			unknownDevice.logIn("ada", ADMIN_PASSWORD),
			unknownDevice.logIn("ada", wrong),
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
		assert.equal((await unknownDevice.logIn("ada", ADMIN_PASSWORD)).status, 200);
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
			const { service, unknownDevice, cable } = await connected(context, settings);
			// So that every word is one of the login.
			await service.running.maintenance.stop();
			for (const password of [ADMIN_PASSWORD, wrong]) {
				for (let nth = 1; ; nth++) {
					const isCut = cable.cutAt("", moment, nth);
					const answer = await unknownDevice.logIn("ada", password);
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
		const { service, unknownDevice, cable } = await connected(context);
		for (let login = 0; login < 12; login++) {
			cable.cutAt('insert into "sessions"', "unheard");
			assertUnavailable(await unknownDevice.logIn("ada", ADMIN_PASSWORD));
		}
		const answer = await service.visitor().logIn("ada", ADMIN_PASSWORD);
		assert.equal(answer.status, 200, answer.text);
	});
});
