/** Many users at once: the same act on each, and all of them as a file. */
// Proves: administration-users
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, request as send } from "node:http";
import { beforeEach, it } from "node:test";
import { createAdministrationWorld, listIn } from "../support/administration-world.ts";
import { onSqlite } from "../support/databases.ts";
import { cookieOf } from "../support/own-session.ts";
import { administrationOf } from "../support/people.ts";
import { assertProblem, errorsOf } from "../support/problem.ts";
import type { Visitor } from "../support/visitor.ts";

onSqlite("many users at once", (database) => {
	const world = createAdministrationWorld(database);
	let admin: Visitor;
	let adminId: string;
	beforeEach(async () => {
		({ visitor: admin, id: adminId } = await world.person("admin"));
	});
	const act = (body: object) => admin.post("/api/admin/users/actions", body);
	const states = (ids: string[]) =>
		Promise.all(ids.map(async (id) => (await admin.get(`/api/admin/users/${id}`)).body?.state));

	it("does what it can, and tells for each user what was refused", async () => {
		const [one, other] = [(await world.addUser()).id, (await world.addUser()).id];
		const unknown = "0f9d3b52-1c7e-4d0a-9a53-6b1f0c2e8d47";
		const results = listIn(await act({ action: "disable", ids: [one, adminId, unknown, other] }), "results");
		assert.deepEqual(
			results.map(({ status, code }) => [status, code]),
			[
				["done", null],
				["refused", "own_account"],
				["refused", "not_found"],
				["done", null],
			],
		);
		assert.deepEqual(await states([one, adminId, other]), ["disabled", "active", "disabled"]);
		await act({ action: "enable", ids: [one, other] });
		assert.deepEqual(await states([one, other]), ["active", "active"]);
	});

	it("leaves the account of the program that asks, whose key would have no user for the rest", async () => {
		const program = await world.program();
		const by = world.service().visitor(program.headers);
		const ids = [(await world.addUser()).id, program.id, (await world.addUser()).id];
		for (const body of [
			{ action: "disable", ids },
			{ action: "delete", ids, confirm: ids.length },
		]) {
			const results = listIn(await by.post("/api/admin/users/actions", body), "results");
			assert.deepEqual(
				results.map(({ code }) => code),
				[null, "own_account", null],
			);
		}
		assert.deepEqual(await states([program.id]), ["active"]);
	});

	it("moves users into a group and out of it, ends their sessions, and deletes as many as are confirmed", async () => {
		const { groups } = administrationOf(world.service());
		await groups.add("all-at-once");
		const people = [await world.person(), await world.person()];
		const ids = people.map(({ id }) => id);
		await act({ action: "add_group", group: "all-at-once", ids });
		assert.equal((await groups.find("all-at-once")).members.length, 2);
		await act({ action: "remove_group", group: "all-at-once", ids });
		assert.equal((await groups.find("all-at-once")).members.length, 0);
		await act({ action: "end_sessions", ids: [...ids, adminId] });
		assert.equal((await admin.get("/api/auth/session")).status, 200);
		for (const { visitor } of people) assertProblem(await visitor.get("/api/auth/session"), "session_ended");
		assert.equal(errorsOf(await act({ action: "delete", ids, confirm: 1 }))[0]?.pointer, "/confirm");
		assert.equal(errorsOf(await act({ action: "add_group", ids }))[0]?.pointer, "/group");
		assert.equal(errorsOf(await act({ action: "disable", ids, group: "x" }))[0]?.pointer, "/group");
		listIn(await act({ action: "delete", ids, confirm: 2 }), "results");
		for (const id of ids) assertProblem(await admin.get(`/api/admin/users/${id}`), "not_found");
	});

	it("needs the scope of the act too, of a key", async () => {
		const { headers } = await world.program(["sallyport:users:write"]);
		const ids = [(await world.addUser()).id];
		const visitor = world.service().visitor();
		for (const more of [
			{ action: "delete", confirm: 1 },
			{ action: "end_sessions" },
			{ action: "invite" },
			{ action: "add_group", group: "x" },
		])
			assertProblem(
				await visitor.post("/api/admin/users/actions", { ids, ...more }, headers),
				"insufficient_scope",
			);
		const done = await visitor.post(
			"/api/admin/users/actions",
			{ ids: [...ids, adminId], action: "unlock" },
			headers,
		);
		assert.deepEqual(
			listIn(done, "results").map(({ code }) => code),
			[null, "forbidden"],
		);
	});

	it("gives all users as a file, in which no cell is a formula", async () => {
		const { users } = administrationOf(world.service());
		const { name } = await world.addUser();
		await users.set(name, { displayName: '=cmd|" /C calc"!A0', email: "a@example.com" });
		// One who takes an apostrophe away takes the right one away.
		const { name: quoted } = await world.addUser();
		await users.set(quoted, { displayName: "'＝x" });
		const lines = (await admin.get("/api/admin/users/export")).text.trimEnd().split("\n");
		const all = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
		assert.equal(all.find((user) => user.username === name)?.displayName, '=cmd|" /C calc"!A0');
		assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
		const csv = await admin.get("/api/admin/users/export?format=csv");
		assert.match(csv.headers.get("content-disposition") ?? "", /users\.csv/);
		assert.match(csv.text, /^id,username,kind,displayName,/);
		assert.match(csv.text, /,"'=cmd\|"" \/C calc""!A0",a@example\.com,/);
		assert.match(csv.text, new RegExp(`,${quoted},person,''＝x,`));
		assert.ok(!csv.text.includes("passwordHash") && !csv.text.includes("$argon2"));
		const told = listIn(await admin.get("/api/admin/events?event=users_exported"), "events");
		assert.equal(told[0]?.actorId, adminId);
	});

	it("gives events as a file, the oldest first, by the filters of the list", async () => {
		const since = new Date(world.service().now()).toISOString();
		await world.addUser();
		const text = (await admin.get(`/api/admin/events/export?since=${since}`)).text.trimEnd();
		const events = text.split("\n").map((line) => JSON.parse(line) as { event: string; time: string });
		assert.ok(events.some(({ event }) => event === "user_created"));
		const times = events.map(({ time }) => time);
		assert.deepEqual(times, [...times].sort());
		assert.ok(times.every((time) => time >= since));
		assert.equal((await admin.get("/api/admin/events/export?until=2001-01-01T00:00:00Z")).text, "");
		const { id } = await world.addUser();
		await world.addUser();
		const ofOne = `/api/admin/events/export?user=${id}&event=user_created,user_deleted&since=${since}`;
		const [only, ...others] = (await admin.get(ofOne)).text.trimEnd().split("\n");
		assert.deepEqual(others, []);
		assert.equal((JSON.parse(only ?? "") as { userId: string }).userId, id);
		assertProblem(await admin.get("/api/admin/events/export?level=grave"), "validation_failed");
		world.service().travel(20 * 60_000);
		assertProblem(await admin.get("/api/admin/events/export"), "reauthentication_required");
	});

	it("reads no file for a client that takes none of it", async () => {
		for (const path of ["/api/admin/users/export", "/api/admin/events/export"])
			assert.match(String((await admin.request("HEAD", path)).status), /^40[45]$/);
	});

	/** A file whose client has read its beginning alone; the rest is more than the connection holds. */
	async function unread(path: string, headers: Record<string, string>): Promise<IncomingMessage> {
		const sent = send(`${world.service().baseUrl}${path}`, { headers });
		sent.end();
		const [answer] = (await once(sent, "response")) as [IncomingMessage];
		assert.equal(answer.statusCode, 200);
		await once(answer, "readable");
		return answer;
	}

	// Proves: administration-callers
	it("gives no more of a file to a former admin, or to a key that has ended, and all of it after a renewal", async () => {
		const service = world.service();
		const { database: queries } = service.running.deployment.opened;
		const { name, id, visitor } = await world.person("admin");
		const { keyId, headers } = await world.program(["sallyport:events:read"]);
		const user = await queries.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
		const attributes = JSON.stringify({ about: "x".repeat(8000) });
		const many = (count: number) => Array.from({ length: count }, () => randomUUID());
		for (let made = 0; made < 3000; made += 500) {
			const users = many(500).map((each) => ({ ...user, id: each, username: each, attributes }));
			await queries.insertInto("users").values(users).execute();
		}
		const event = { time: Date.now(), event: "sys_startup", level: "info", detail: "{}" };
		const user_agent = "x".repeat(16_000);
		for (let made = 0; made < 3; made += 1)
			await queries
				.insertInto("audit_events")
				.values(many(500).map((each) => ({ ...event, id: each, user_agent })))
				.execute();

		const whole = await unread("/api/admin/users/export", cookieOf(visitor));
		service.travel(6000);
		assert.equal((await visitor.post("/api/auth/renew")).status, 200);
		service.travel(31_000);
		assert.equal(
			Buffer.concat(await whole.toArray())
				.toString()
				.trimEnd()
				.split("\n").length > 3000,
			true,
		);

		const users = await unread("/api/admin/users/export", cookieOf(visitor));
		const events = await unread("/api/admin/events/export", headers);
		await administrationOf(service).users.setRole(name, "user");
		await administrationOf(service).accessKeys.end(keyId);
		await assert.rejects(users.toArray(), /aborted/);
		await assert.rejects(events.toArray(), /aborted/);
	});
});
