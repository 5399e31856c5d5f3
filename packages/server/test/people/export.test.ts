/** What a user gets of what is stored: everything of the own, no secret, and nothing of others. */
// Proves: own-data
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { after, before, it } from "node:test";
import { createRequireFresh } from "../../src/credentials/session/require-session.ts";
import { findSessionById } from "../../src/credentials/session/session-store.ts";
import { createListMethods } from "../../src/identity/factor/list-methods.ts";
import { createExportData } from "../../src/operations/export/export-data.ts";
import { givenTables } from "../../src/operations/export/personal-data.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { forEachDatabase } from "../support/databases.ts";
import { rowsOf } from "../support/event-rows.ts";
import { eventually } from "../support/interleave.ts";
import { addEventsOf } from "../support/many-events.ts";
import { bearerOf, cookieOf, ownSession } from "../support/own-session.ts";
import { plantPerson } from "../support/planted-person.ts";
import { assertProblem } from "../support/problem.ts";
import { startTestService, type TestService } from "../support/service.ts";
import type { Answer } from "../support/visitor.ts";
import { watchStatements } from "../support/watch-statements.ts";

const path = "/api/auth/export";
const minute = 60_000;
const MANY = 20_000;

forEachDatabase("a user's own data", (database) => {
	let service: TestService;
	before(async () => {
		service = await startTestService({ databaseUrl: await database.url(), settings: cheap });
	});
	after(() => service.stop());

	const rows = ({ body }: Answer, member: string) => body?.[member] as Array<Record<string, unknown>>;

	it("is everything that is stored, in a file; no secret is in it, and nothing of another user", async () => {
		const { id } = await service.addUser("ada");
		const visitor = await service.loggedIn("ada");
		const { marks } = await plantPerson(service, { id, username: "ada" });
		const other = await service.addUser("penelope");
		const ofOther = await plantPerson(service, { id: other.id, username: "penelope" });
		const answer = await visitor.get(path);
		assert.equal(answer.status, 200, answer.text);
		const text = JSON.stringify(answer.body);
		let found = 0;
		for (const { table, given, withheld } of givenTables) {
			for (const { column, schema } of given) {
				const mark = marks.get(`${table}.${column}`);
				if (mark === undefined) continue;
				const shown = schema.format === "date-time" ? at(mark) : mark;
				assert.ok(text.includes(shown), `${table}.${column} is missing`);
				found += 1;
			}
			for (const { column } of withheld) {
				const mark = marks.get(`${table}.${column}`);
				if (mark === undefined) continue;
				for (const shown of [mark, at(mark)]) assert.ok(!text.includes(shown), `${table}.${column} is in it`);
				found += 1;
			}
		}
		assert.equal(found, marks.size, "each is either given or withheld");
		for (const [place, mark] of ofOther.marks) assert.ok(!text.includes(mark), `${place} of another user`);
		assert.ok(!text.includes("-account"), "the pseudonym of the name");
		assert.ok(!text.includes("argon2"));
		assert.match(answer.headers.get("content-disposition") ?? "", /^attachment; filename="[\w-]+\.json"$/);
		assert.equal(answer.headers.get("content-type"), "application/json; charset=utf-8");
		assert.equal(answer.headers.get("cache-control"), "no-store");
		assert.deepEqual(
			rows(answer, "sessions").map(({ endedAt }) => endedAt === null),
			[true, false],
		);
		assert.deepEqual(rows(answer, "events").at(-1)?.event, "user_data_exported");
		const [recorded] = await rowsOf(service, "user_data_exported");
		assert.deepEqual([recorded?.user_id, recorded?.level], [id, "info"]);
	});

	/** A number as an export shows times. */
	const at = (mark: string) => (/^\d+$/.test(mark) ? new Date(Number(mark)).toISOString() : mark);

	it("does not tell who else was at the account: neither operators nor other clients", async () => {
		await service.addUser("fay");
		const other = service.visitor({ "user-agent": "an unknown device" });
		await other.logIn("fay", "wrong");
		const { users } = service.running.deployment.administration;
		await users.unlock("fay");
		const { database: queries } = service.running.deployment.opened;
		const operator = { actor_kind: "cli", actor_id: "the account of an operator" };
		await queries.updateTable("audit_events").set(operator).where("event", "=", "user_updated").execute();
		const { id: ended } = await ownSession(await service.loggedIn("fay"));
		const admin = { kind: "admin", id: randomUUID(), sessionId: randomUUID() } as const;
		const { users: byAdmin } = service.running.deployment.by(admin).administration;
		await byAdmin.set("fay", { locale: "de" });
		await byAdmin.endSessions("fay");
		const visitor = await service.loggedIn("fay");
		const answer = await visitor.get(path);
		const events = rows(answer, "events");
		const ofAdmin = events.filter(({ actorKind }) => actorKind === "admin");
		assert.deepEqual(
			ofAdmin.map(({ event, sessionId }) => [event, sessionId]),
			[
				["user_updated", null],
				["session_ended", ended],
			],
		);
		const failed = events.find(({ event }) => event === "authn_login_fail");
		assert.deepEqual([failed?.actorKind, failed?.clientAddress], ["unknown", null]);
		assert.equal(events.find(({ event }) => event === "user_updated")?.actorKind, "cli");
		assert.ok(events.some(({ clientAddress }) => clientAddress !== null));
		assert.doesNotMatch(answer.text, /an unknown device|an operator/);
	});

	it("needs an authentication of the last minutes, by the cookie of a session and from this site", async () => {
		await service.addUser("ben");
		const visitor = await service.loggedIn("ben");
		const token = bearerOf(await service.visitor().logIn("ben", "correct horse battery staple"));
		assertProblem(await service.visitor().get(path, token), "forbidden");
		assertProblem(await service.visitor().get(path), "unauthenticated");
		const ofCookie = bearerOf(await visitor.post("/api/auth/token"));
		assertProblem(await service.visitor().get(path, ofCookie), "forbidden");
		assertProblem(await visitor.get(path, { "sec-fetch-site": "cross-site" }), "origin_forbidden");
		assert.equal((await visitor.get(path, { "sec-fetch-site": "same-origin" })).status, 200);
		service.travel(16 * minute);
		assertProblem(await visitor.get(path), "reauthentication_required");
		await visitor.post("/api/auth/reauthenticate", { password: "correct horse battery staple" });
		assert.equal((await visitor.get(path)).status, 200);
	});

	it("is given five times an hour, on all sessions together", async () => {
		await service.addUser("gil");
		const sessions = [await service.loggedIn("gil"), await service.loggedIn("gil")] as const;
		for (let count = 0; count < 5; count++) assert.equal((await sessions[0].get(path)).status, 200);
		for (const visitor of sessions) assertProblem(await visitor.get(path), "rate_limited");
		const { length } = (await rowsOf(service, "user_data_exported")).slice(-6);
		assert.equal(length, 6);
		service.travel(61 * minute);
		assert.equal((await (await service.loggedIn("gil")).get(path)).status, 200);
	});

	it("has every one of many events, once and in order", async () => {
		const { id } = await service.addUser("ivy");
		await addEventsOf(service, id, MANY);
		const events = rows(await (await service.loggedIn("ivy")).get(path), "events");
		assert.equal(events.filter(({ event }) => event === "session_renewed").length, MANY);
		const times = events.map(({ time }) => String(time));
		assert.deepEqual(times, times.toSorted());
		assert.equal(new Set(events.map((each) => each.id)).size, events.length);
	});

	const pagesOf = (statements: readonly string[]) =>
		statements.filter((sql) => /from "audit_events"\s+where "user_id"/.test(sql)).length;
	/** Waits until no more is read. */
	const quiet = (seen: readonly string[]) => {
		let before = -1;
		return eventually(async () => {
			const isQuiet = pagesOf(seen) === before;
			before = pagesOf(seen);
			return isQuiet;
		});
	};

	it("is not read for one that takes none of it", async () => {
		assert.equal((await service.visitor().request("HEAD", path)).status, 405);
	});

	it("is read no faster than its client takes it, and not for one that has hung up", async () => {
		const visitor = await service.loggedIn("ivy");
		const lines = [`GET ${path} HTTP/1.1`, "Host: localhost", `Cookie: ${cookieOf(visitor).cookie}`];
		const read = await watchStatements(async (seen) => {
			const socket = connect(service.port, "localhost");
			socket.write(`${lines.join("\r\n")}\r\n\r\n`);
			await once(socket, "data");
			socket.destroy();
			await quiet(seen);
		});
		assert.ok(pagesOf(read) < MANY / 200, `${pagesOf(read)} pages for a client that hung up`);

		const { stream, end } = await begun("ivy");
		const unread = await watchStatements(async (seen) => {
			await once(stream, "readable");
			await quiet(seen);
			assert.ok(stream.readableLength < 1_000_000, `${stream.readableLength} bytes are waiting`);
		});
		assert.ok(pagesOf(unread) < 5, `${pagesOf(unread)} pages for a client that does not read`);
		end();
	});

	it("ends with its session, also in the middle", async () => {
		const { stream } = await begun("ivy");
		await once(stream, "readable");
		await service.running.deployment.administration.users.endSessions("ivy");
		await assert.rejects(stream.toArray(), /ended/);
	});

	/** An export as the route gets it. */
	async function begun(name: string) {
		const { deployment } = service.running;
		const listMethods = createListMethods({ isUsable: () => true });
		const requireFresh = createRequireFresh(deployment, { listMethods });
		const { id } = await ownSession(await service.loggedIn(name));
		const principal = await findSessionById(deployment.opened.database, id);
		assert.ok(principal);
		const client = { address: "192.0.2.1", userAgent: null, requestId: "x" };
		const stream = await createExportData({ ...deployment, requireFresh })(principal, client);
		return { stream, end: () => stream.destroy() };
	}
});
