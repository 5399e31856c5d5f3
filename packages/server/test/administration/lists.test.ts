/** Lists of the administration: pages that an index bounds, and filters that find what they say. */
// Proves: administration-lists
import assert from "node:assert/strict";
import { beforeEach, it } from "node:test";
import { sql } from "kysely";
import { createAdministrationWorld, listIn, madeIn } from "../support/administration-world.ts";
import { forEachDatabase } from "../support/databases.ts";
import { bearerOf } from "../support/own-session.ts";
import { administrationOf } from "../support/people.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD } from "../support/service.ts";
import type { Visitor } from "../support/visitor.ts";

/** More than one page looks at where no index finds what fits. */
const CROWD = 12_000;
/** When those of events were. */
const LONG_AGO = Date.UTC(2002, 0);
/** One in so many fits. */
const RARE = 500;

forEachDatabase("lists of the administration", (database) => {
	const world = createAdministrationWorld(database);
	let admin: Visitor;
	beforeEach(async () => {
		({ visitor: admin } = await world.person("admin"));
	});

	const path = (list: string) => (list.includes("?") ? `/api/admin/${list}&` : `/api/admin/${list}?`);

	/** Every row of a list, by pages of so many. */
	async function every(list: string, member: string, limit = 200) {
		const rows: Array<Record<string, unknown>> = [];
		let [cursor, pages] = ["", 0];
		do {
			const page = await admin.get(`${path(list)}limit=${limit}${cursor}`);
			rows.push(...listIn(page, member));
			cursor = page.body?.next === null ? "" : `&cursor=${page.body?.next}`;
			pages += 1;
		} while (cursor !== "");
		return { rows, pages };
	}

	it("finds the few among many that no index finds, in pages that may be short", async () => {
		const { opened } = world.service().running.deployment;
		const { groups } = administrationOf(world.service());
		await groups.add("crowd");
		const rows = Array.from({ length: CROWD }, (_, index) => ({
			id: `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
			username: `crowd-${String(index).padStart(6, "0")}`,
			display_name: "One of many",
			account_kind: index % RARE === RARE - 1 ? ("service" as const) : ("person" as const),
			role: "user" as const,
			created_at: 1_000_000 + index,
		}));
		for (let from = 0; from < CROWD; from += 1000)
			await opened.database
				.insertInto("users")
				.values(rows.slice(from, from + 1000))
				.execute();
		await sql`insert into "group_members" ("group_name", "user_id")
			select 'crowd', "id" from "users" where "display_name" = 'One of many'`.execute(opened.database);

		const few = rows.filter((row) => row.account_kind === "service").map(({ id }) => id);
		const idsIn = async (list: string, limit?: number) =>
			(await every(list, "users", limit)).rows.map(({ id }) => id);
		const services = await every("users?kind=service&q=crowd", "users");
		assert.deepEqual([services.rows.map(({ id }) => id), services.pages > 1], [few, true]);
		assert.deepEqual(await idsIn("users?kind=service&q=crowd", 7), few);
		assert.deepEqual(await idsIn("users?kind=service&q=crowd&sort=-createdAt", 50), few.toReversed());
		assert.deepEqual(await idsIn("users?group=crowd&kind=service"), few);
		const counted = await admin.get("/api/admin/users/count?q=crowd");
		assert.deepEqual(counted.body, { count: 10_000, atLeast: true });
		assert.equal(listIn(await admin.get("/api/admin/groups"), "groups")[0]?.members, 10_000);
		const { id } = await world.person("admin");
		await admin.post("/api/admin/groups/crowd/members", { add: [id] });
		const program = await world.program(["sallyport:groups:write"]);
		const byKey = world.service().visitor(program.headers);
		// All of it is left: no part of the crowd has gone before the admin was found.
		assertProblem(await byKey.post("/api/admin/groups/crowd/delete", { confirm: "crowd" }), "forbidden");
		const removed = await admin.post("/api/admin/groups/crowd/delete", { confirm: "crowd" });
		assert.equal(removed.body?.members, CROWD + 1);
	});

	it("finds the oldest event about an application behind many others, also by a command", async () => {
		const { opened } = world.service().running.deployment;
		const rows = Array.from({ length: CROWD }, (_, index) => ({
			id: `10000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
			time: LONG_AGO + index,
			event: "authn_login_success",
			level: "info",
			actor_kind: "self",
			detail: JSON.stringify(index === 0 ? { client: "wiki" } : {}),
		}));
		for (let from = 0; from < CROWD; from += 1000)
			await opened.database
				.insertInto("audit_events")
				.values(rows.slice(from, from + 1000) as never)
				.execute();
		const listed = await every("events?client=wiki", "events");
		assert.deepEqual([listed.rows.map(({ id }) => id), listed.pages > 1], [[rows[0]?.id], true]);
		const { events } = administrationOf(world.service());
		const found = await events.newest({ clientId: "wiki" }, 50);
		assert.deepEqual(
			found.map(({ id }) => id),
			[rows[0]?.id],
		);
		const newest = await events.newest({ until: LONG_AGO + CROWD }, 2500);
		assert.deepEqual(
			newest.map(({ id }) => id),
			rows.slice(-2500).map(({ id }) => id),
		);
	});

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
		const { id, name, visitor } = await world.person();
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
		assert.deepEqual((await admin.post("/api/admin/sessions/end", { userIds: [id] })).body, { ended: 1 });
		assertProblem(await visitor.get("/api/auth/session"), "session_ended");
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

	it("tells of any act who did it, about which user, and what changed; by several users and actors at once", async () => {
		const [one, other] = [await world.addUser(), await world.addUser()];
		const { id: actor } = (await admin.get("/api/auth/session")).body as { id: string };
		for (const { id } of [one, other]) await admin.send("PATCH", `/api/admin/users/${id}`, { locale: "de" });
		const of = (query: string) => every(`events?${query}`, "events", 3).then(({ rows }) => rows);
		const about = await of(`user=${one.id},${other.id}&event=user_updated`);
		assert.deepEqual(
			about.map(({ userId }) => userId),
			[other.id, one.id],
		);
		assert.deepEqual(about[0]?.detail, { members: ["locale"] });
		assert.equal(about[0]?.actorId, actor);
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
