// At length: it needs thousands of rows or attempts.
/** Lists of the administration where no index finds what fits. */
// Proves: administration-lists
import assert from "node:assert/strict";
import { beforeEach, it } from "node:test";
import { sql } from "kysely";
import { createAdministrationWorld, everyPage, listIn } from "../support/administration-world.ts";
import { forEachDatabase } from "../support/databases.ts";
import { administrationOf } from "../support/people.ts";
import { assertProblem } from "../support/problem.ts";
import type { Visitor } from "../support/visitor.ts";

/** More than one page looks at. */
const CROWD = 12_000;
/** When those of events were: before all others, and within what maintenance keeps. */
const LONG_AGO = Date.now() - 10 * 86_400_000;
/** One in so many fits. */
const RARE = 500;

forEachDatabase("lists of very many", (database) => {
	const world = createAdministrationWorld(database);
	let admin: Visitor;
	beforeEach(async () => {
		({ visitor: admin } = await world.person("admin"));
	});
	const every = (list: string, member: string, limit?: number) => everyPage(admin, list, member, limit);

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
});
