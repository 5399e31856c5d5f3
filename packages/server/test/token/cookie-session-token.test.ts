/** Tokens of cookie sessions: a front end or an app keeps the cookie, and calls other APIs with a token. */
// Proves: token-of-a-cookie-session
import assert from "node:assert/strict";
import { it } from "node:test";
import { decodeJwt } from "jose";
import { createEnterStatusList } from "../../src/credentials/session/enter-status-list.ts";
import { findSessionById } from "../../src/credentials/session/session-store.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { forEachDatabase } from "../support/databases.ts";
import { instancesTogether } from "../support/instances-together.ts";
import { eventually, waits } from "../support/interleave.ts";
import { bearerOf, cookieOf, ownSession } from "../support/own-session.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import { isRevoked, listAddresses, placeOf } from "../support/status-lists.ts";
import type { Answer, Visitor } from "../support/visitor.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const path = "/api/auth/token";

interface Claims {
	sub: string;
	sid: string;
	exp: number;
	auth_time: number;
	amr: string[];
}
const claimsOf = ({ body }: Answer) => decodeJwt<Claims>(String(body?.token));

forEachDatabase("a cookie session", (database) => {
	let instances: [TestService, TestService];
	let service: TestService;
	let name: string;
	const travel = instancesTogether(
		async () => {
			const settings = { ...cheap, SALLYPORT_TOKEN_SESSIONS_PER_USER: "5" };
			service = await startTestService({ databaseUrl: await database.url(), settings });
			const base = { ...settings, SALLYPORT_BASE_URL: service.baseUrl };
			instances = [service, await startTestService({ databaseUrl: await database.url(), settings: base })];
			return instances;
		},
		(given) => {
			name = given;
		},
	);

	async function logIn(more: object = {}): Promise<Visitor> {
		const visitor = service.visitor();
		assert.equal((await visitor.logIn(name, ADMIN_PASSWORD, { session: true, ...more })).status, 200);
		return visitor;
	}
	async function tokenFor(visitor: Visitor): Promise<Answer> {
		const answer = await visitor.post(path);
		assert.equal(answer.status, 200, answer.text);
		return answer;
	}
	const rowOf = async (visitor: Visitor) => {
		const { id } = await ownSession(visitor);
		const { database: queries } = service.running.deployment.opened;
		return queries.selectFrom("sessions").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
	};
	const eventsOf = async (event: string, sessionId: string) => {
		const { database: queries } = service.running.deployment.opened;
		const found = queries.selectFrom("audit_events").selectAll().where("event", "=", event);
		return found.where("session_id", "=", sessionId).execute();
	};

	it("gets a token that says what the session rests on, and is good at this service and behind gateways", async () => {
		const visitor = await logIn();
		const session = await ownSession(visitor);
		travel(20 * minute);
		const answer = await tokenFor(visitor);
		assert.deepEqual(Object.keys(answer.body ?? {}), ["id", "message", "token"]);
		const { sid, sub, auth_time: at, amr } = claimsOf(answer);
		assert.deepEqual([sid, sub, amr], [session.id, answer.body?.id, ["pwd"]]);
		assert.equal(at, Math.floor(Date.parse(session.authenticatedAt) / 1000));
		const bearer = bearerOf(answer);
		assert.equal((await ownSession(service.visitor(), bearer)).kind, "cookie");
		for (const method of ["GET", "POST"]) {
			const headers = { ...bearer, "x-forwarded-method": method };
			assert.equal((await service.visitor().get("/api/auth/check", headers)).status, 204);
		}
		assert.deepEqual(answer.headers.getSetCookie(), []);
	});

	it("gets one only with its CSRF token, and from an allowed origin", async () => {
		const visitor = await logIn();
		assertProblem(await visitor.post(path, undefined, { csrf: "" }), "csrf_missing");
		const { csrf } = (await service.visitor().get("/api/auth/csrf")).body as { csrf: string };
		assertProblem(await visitor.post(path, undefined, { csrf }), "csrf_invalid");
		assertProblem(
			await visitor.post(path, undefined, { origin: "https://evil.example" }),
			"origin_forbidden",
		);
		assertProblem(await service.visitor().post(path), "unauthenticated");
	});

	it("gets none that outlives it", async () => {
		const visitor = await logIn();
		const life = async () => claimsOf(await tokenFor(visitor)).exp * 1000 - service.now();
		assert.ok((await life()) <= hour && (await life()) > hour - 2 * minute);
		for (let passed = 0; passed < 11.5; passed += 0.5) {
			travel(hour / 2);
			await visitor.get("/api/auth/session");
			await service.running.maintenance.run();
		}
		const { expiresAt } = await ownSession(visitor);
		const { exp } = claimsOf(await tokenFor(visitor));
		assert.equal(exp, Math.floor(Date.parse(expiresAt) / 1000));
	});

	it("ends all its tokens when it ends, also for verifiers that only read the status lists", async () => {
		for (const end of ["logout", "another password"]) {
			const visitor = await logIn();
			const [first, second] = [await tokenFor(visitor), await tokenFor(visitor)];
			assert.deepEqual(placeOf(first), placeOf(second));
			assert.equal(await isRevoked(service, placeOf(first)), false);
			const { id } = await ownSession(visitor);
			const change = { currentPassword: ADMIN_PASSWORD, newPassword: "five words nobody else has" };
			await (end === "logout"
				? visitor.post("/api/auth/logout")
				: visitor.post("/api/auth/password", change));
			assert.equal(await isRevoked(service, placeOf(first)), true);
			assertProblem(await service.visitor().get("/api/auth/session", bearerOf(second)), "session_ended");
			await service.running.maintenance.run();
			assert.equal((await eventsOf("authn_token_reuse", id)).length, 1);
		}
	});

	it("changes nothing here by its token, and gets no other credential for it", async () => {
		const visitor = await logIn();
		const bearer = bearerOf(await tokenFor(visitor));
		const { id } = await ownSession(visitor);
		const password = { currentPassword: ADMIN_PASSWORD, newPassword: "five words nobody else has" };
		const acts: Array<[method: string, path: string, body?: object]> = [
			["POST", "token"],
			["POST", "renew"],
			["POST", "reauthenticate", { password: ADMIN_PASSWORD }],
			["POST", "reauthenticate/options"],
			["POST", "password", password],
			["POST", "logout"],
			["DELETE", "sessions"],
			["DELETE", `sessions/${id}`],
			["POST", "factors/totp"],
			["PUT", "second-factor", { on: true }],
			["POST", "recovery-codes"],
		];
		for (const [method, act, body] of acts) {
			const answer = await service.visitor().send(method, `/api/auth/${act}`, body, bearer);
			assertProblem(answer, "forbidden");
		}
		// Beside the cookie, which is then ignored.
		assertProblem(await visitor.post(path, undefined, bearer), "forbidden");
		assert.equal((await visitor.get("/api/auth/session")).status, 200);
	});

	it("is not what a token session is: that one gets no token for its token", async () => {
		const bearer = bearerOf(await service.visitor().logIn(name, ADMIN_PASSWORD));
		assertProblem(await service.visitor().post(path, undefined, bearer), "forbidden");
		assert.equal((await service.visitor().post("/api/auth/renew", undefined, bearer)).status, 200);
	});

	it("gets tokens from two instances at once, all in one place of one list, and is written once", async () => {
		const visitor = await logIn();
		const headers = { ...cookieOf(visitor), csrf: visitor.csrf ?? "" };
		const ask = (each: TestService) => each.visitor().request("POST", path, { headers });
		const answers = await Promise.all(Array.from({ length: 10 }, () => instances.map(ask)).flat());
		const places = answers.map((answer) => JSON.stringify([answer.status, placeOf(answer)]));
		assert.equal(new Set(places).size, 1, places.join());
		const before = await rowOf(visitor);
		assert.equal((await eventsOf("authn_token_created", before.id)).length, 1);
		for (const each of instances) for (let call = 0; call < 25; call++) await ask(each);
		assert.deepEqual(await rowOf(visitor), before);
	});

	it("keeps its place while a token lives, and gets one in the list of the day when none does", async () => {
		const visitor = await logIn({ remember: true });
		const first = await tokenFor(visitor);
		// It lives on, and its tokens do not.
		const unused = await logIn({ remember: true });
		assert.equal(placeOf(await tokenFor(unused)).uri, placeOf(first).uri);
		for (let renewal = 0; renewal < 40; renewal++) {
			travel(45 * minute);
			assert.deepEqual(placeOf(await tokenFor(visitor)), placeOf(first));
		}
		travel(2 * day);
		const later = await tokenFor(visitor);
		assert.notEqual(placeOf(later).uri, placeOf(first).uri);
		assert.equal((await eventsOf("authn_token_created", claimsOf(first).sid)).length, 1);
		await service.running.maintenance.run();
		assert.deepEqual(await listAddresses(service), [placeOf(later).uri]);
		assert.equal(placeOf(await tokenFor(unused)).uri, placeOf(later).uri);
		await visitor.post("/api/auth/logout");
		assert.equal(await isRevoked(service, placeOf(later)), true);
	});

	it("leaves no trace in the lists if it ends when its tokens have expired", async () => {
		const visitor = await logIn({ remember: true });
		const place = placeOf(await tokenFor(visitor));
		travel(day);
		await visitor.post("/api/auth/logout");
		const { database: queries } = service.running.deployment.opened;
		const revoked = queries.selectFrom("status_revocations").select("status_index");
		const rows = await revoked.where("status_index", "=", place.idx).execute();
		assert.deepEqual(rows, []);
	});

	it("gets a place of its own, also if another one takes the same in that moment", async () => {
		const { database: queries } = service.running.deployment.opened;
		const list = placeOf(await tokenFor(await logIn()))
			.uri.split("/")
			.at(-1);
		const [other, visitor] = [await ownSession(await logIn()), await ownSession(await logIn())];
		const found = await findSessionById(queries, visitor.id);
		assert.ok(found !== null);
		// The first that it draws is index 0.
		let drawn = 0;
		const random = (size: number) => Buffer.alloc(size, drawn++);
		const enter = createEnterStatusList({ ...service.running.deployment, random });
		const client = { address: "127.0.0.1", userAgent: null, requestId: "x" };
		const { entering } = await queries.transaction().execute(async (transaction) => {
			const update = transaction.updateTable("sessions").where("id", "=", other.id);
			await update.set({ status_list: list, status_index: 0 }).execute();
			const entering = enter(found, client);
			// It does not see yet that the place is taken.
			if (database.dialect === "postgres") await eventually(() => waits(queries));
			return { entering };
		});
		const { statusListEntry } = (await entering).session;
		assert.equal(statusListEntry?.list, list);
		assert.notEqual(statusListEntry?.index, 0);
	});

	it("gets none once it has ended, though the request came in before", async () => {
		const visitor = await logIn();
		const { database: queries } = service.running.deployment.opened;
		const found = await findSessionById(queries, (await ownSession(visitor)).id);
		assert.ok(found !== null);
		await visitor.post("/api/auth/logout");
		const enter = createEnterStatusList(service.running.deployment);
		const client = { address: "127.0.0.1", userAgent: null, requestId: "x" };
		await assert.rejects(enter(found, client), { code: "session_ended" });
	});
});
