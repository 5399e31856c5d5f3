/** Lists of the administration: their rows, each once, and filters that find what they say. */
// Proves: administration-lists
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { beforeEach, it } from "node:test";
import { sql } from "kysely";
import { lockUser } from "../../src/identity/user/user-store.ts";
import { createAdministrationWorld, everyPage, listIn, madeIn } from "../support/administration-world.ts";
import { forEachDatabase, onPostgres } from "../support/databases.ts";
import { eventually, waits } from "../support/interleave.ts";
import { bearerOf, cookieOf, ownSession } from "../support/own-session.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD } from "../support/service.ts";
import type { Visitor } from "../support/visitor.ts";

forEachDatabase("lists of the administration", (database) => {
	const world = createAdministrationWorld(database);
	let admin: Visitor;
	beforeEach(async () => {
		({ visitor: admin } = await world.person("admin"));
	});

	const every = (list: string, member: string, limit?: number) => everyPage(admin, list, member, limit);

	it("shows groups and their members, each once", async () => {
		const ids: string[] = [];
		for (let count = 0; count < 5; count++) ids.push((await world.addUser()).id);
		for (const name of ["g-one", "g-two", "g-three"]) await admin.post("/api/admin/groups", { name });
		const moved = await admin.post("/api/admin/groups/g-one/members", { add: ids });
		assert.deepEqual(moved.body, { joined: 5, left: 0, ended: 0 });
		const members = await every("groups/g-one/members", "members", 2);
		assert.deepEqual(members.rows.map(({ id }) => id).sort(), ids.sort());
		const groups = (await every("groups", "groups", 2)).rows.filter(({ name }) =>
			String(name).startsWith("g-"),
		);
		assert.deepEqual(
			groups.map(({ name, members: count }) => [name, count]),
			[
				["g-one", 5],
				["g-three", 0],
				["g-two", 0],
			],
		);
		assertProblem(await admin.get("/api/admin/groups/nowhere/members"), "not_found");
	});

	it("shows live and ended sessions of all users, and ends them", async () => {
		const { id, name } = await world.person();
		const token = await world.service().visitor().logIn(name, ADMIN_PASSWORD);
		const live = await every(`sessions?user=${id}`, "sessions", 1);
		assert.deepEqual(live.rows.map(({ kind, username }) => [kind, username]).sort(), [
			["cookie", name],
			["token", name],
		]);
		assert.deepEqual((await every(`sessions?user=${id}&kind=token`, "sessions")).rows.length, 1);
		assert.deepEqual((await every(`sessions?user=${id}&address=203.0.113.`, "sessions")).rows, []);
		const one = String(live.rows.find(({ kind }) => kind === "token")?.id);
		assert.equal((await admin.post(`/api/admin/sessions/${one}/end`)).status, 200);
		assertProblem(await world.service().visitor().get("/api/auth/session", bearerOf(token)), "session_ended");
		assertProblem(await admin.post(`/api/admin/sessions/${one}/end`), "not_found");
		const ended = await every(`sessions?state=ended&user=${id}`, "sessions");
		assert.deepEqual(
			ended.rows.map((row) => [row.id, row.endReason]),
			[[one, "revoked_by_admin"]],
		);
		assert.equal((await admin.get(`/api/admin/sessions/${one}`)).body?.userId, id);
	});

	it("ends the sessions of some users, but for that of the caller, and passes over users who are gone", async () => {
		const { id, visitor } = await world.person();
		const own = (await admin.get("/api/auth/session")).body ?? {};
		const elsewhere = await world.service().visitor().logIn(String(own.username), ADMIN_PASSWORD);
		const userIds = [randomUUID(), id, own.id];
		assert.deepEqual((await admin.post("/api/admin/sessions/end", { userIds })).body, { ended: 2 });
		for (const headers of [cookieOf(visitor), bearerOf(elsewhere)])
			assertProblem(await world.service().visitor().get("/api/auth/session", headers), "session_ended");
		assert.equal((await admin.get("/api/auth/session")).status, 200);
	});

	it("shows a session that has run out by its id, before its end is written", async () => {
		const { id } = await world.person();
		const { database } = world.service().running.deployment.opened;
		const ranOutAt = world.service().now() - 1;
		await database
			.updateTable("sessions")
			.set({ idle_expires_at: ranOutAt })
			.where("user_id", "=", id)
			.execute();
		const { id: session } = await database
			.selectFrom("sessions")
			.select("id")
			.where("user_id", "=", id)
			.executeTakeFirstOrThrow();
		assert.deepEqual((await every(`sessions?user=${id}`, "sessions")).rows, []);
		const { status, body } = await admin.get(`/api/admin/sessions/${session}`);
		assert.deepEqual(
			[status, body?.endReason, body?.endedAt],
			[200, "idle", new Date(ranOutAt).toISOString()],
		);
	});

	it("tells of any act who did it, in which session, about which user, and what changed; by several users and actors at once", async () => {
		const [one, other] = [await world.addUser(), await world.addUser()];
		const { id: actor } = (await admin.get("/api/auth/session")).body as { id: string };
		const { id: session } = await ownSession(admin);
		for (const { id } of [one, other]) await admin.send("PATCH", `/api/admin/users/${id}`, { locale: "de" });
		const of = (query: string) => every(`events?${query}`, "events", 3).then(({ rows }) => rows);
		const about = await of(`user=${one.id},${other.id}&event=user_updated`);
		assert.deepEqual(
			about.map(({ userId }) => userId),
			[other.id, one.id],
		);
		assert.deepEqual(about[0]?.detail, { members: ["locale"] });
		assert.deepEqual([about[0]?.actorId, about[0]?.sessionId], [actor, session]);
		const during = await of(`session=${session}&event=user_updated`);
		assert.deepEqual(
			during.map(({ id }) => id),
			about.map(({ id }) => id),
		);
		const by = await of(`actor=${actor}`);
		assert.ok(
			by.some(({ event }) => event === "user_updated") && by.some(({ event }) => event === "session_created"),
		);
		const times = by.map(({ time }) => String(time));
		assert.deepEqual(times, [...times].sort().reverse());
		assert.deepEqual(await of(`user=${one.id}&actor=${other.id}`), []);
		const [updated] = about;
		assert.deepEqual(
			(await of(`request=${updated?.requestId}`)).map(({ id }) => id),
			[updated?.id],
		);
		assert.deepEqual((await admin.get(`/api/admin/events/${updated?.id}`)).body, updated);
		for (const unknown of [one.id, "7"])
			assertProblem(await admin.get(`/api/admin/events/${unknown}`), "not_found");
		const never = await admin.get("/api/admin/events?until=2001-01-01T00:00:00Z");
		assert.deepEqual(never.body, { events: [], next: null, lookedBackTo: null });
		assert.ok((await of("level=error")).every(({ level }) => level === "error"));
	});

	it("shows open links without what opens them, and ends one, but not the last way in", async () => {
		const made = await admin.post("/api/admin/users", { username: world.newName() });
		const id = madeIn(made);
		const links = (await every("setup-links", "setupLinks", 1)).rows;
		const link = links.find(({ userId }) => userId === id);
		assert.deepEqual(Object.keys(link ?? {}).sort(), [
			"createdAt",
			"expiresAt",
			"id",
			"purpose",
			"userId",
			"username",
		]);
		assert.equal((await admin.post(`/api/admin/setup-links/${link?.id}/end`)).status, 204);
		assertProblem(await admin.post(`/api/admin/setup-links/${link?.id}/end`), "not_found");
	});

	it("shows what keys, settings and instances there are, and what is wrong, without a secret", async () => {
		const keys = await admin.get("/api/admin/keys");
		const signing = keys.body?.signing as Array<{ state: string }>;
		assert.deepEqual(signing.map(({ state }) => state).sort(), ["active", "next"]);
		const settings = await admin.get("/api/admin/settings");
		assert.match(settings.text, /SALLYPORT_BASE_URL/);
		const health = await admin.get("/api/admin/health");
		assert.equal(health.body?.ok, true, health.text);
		const instances = listIn(await admin.get("/api/admin/instances"), "instances");
		assert.equal(instances.length, 1);
		for (const { text } of [keys, settings, health])
			assert.doesNotMatch(text, /"d":|private|a secret of this test/);
	});
});

onPostgres("an open link that an admin ends while another act holds its user", (database) => {
	const world = createAdministrationWorld(database);

	it("waits for the user first, so that the two never wait for each other", async () => {
		const { visitor: admin } = await world.person("admin");
		const id = madeIn(await admin.post("/api/admin/users", { username: world.newName() }));
		const { rows } = await everyPage(admin, "setup-links", "setupLinks");
		const link = rows.find(({ userId }) => userId === id)?.id;
		const { database: queries } = world.service().running.deployment.opened;
		const { ending } = await queries.transaction().execute(async (transaction) => {
			await lockUser(transaction, id);
			const ending = admin.post(`/api/admin/setup-links/${link}/end`);
			await eventually(() => waits(transaction));
			// Fails at once if the link is held.
			await sql`select 1 from "setup_links" where "id" = ${link} for update nowait`.execute(transaction);
			return { ending };
		});
		assert.equal((await ending).status, 204);
	});
});
