import { inBatches } from "../../platform/database/in-batches.ts";
import { type Page, type PageOf, pageWithNext, positionById } from "../../platform/database/keyset-page.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import type { GroupTable } from "../../platform/database/tables-of-users.ts";
import type { Group } from "./group.ts";

/** How many rows one statement writes. */
const AT_ONCE = 1000;

const columns = ["name", "description", "created_at as createdAt"] as const;

export async function insertGroup(
	queries: Queryable,
	{ name, description, createdAt }: Group,
): Promise<void> {
	const row: GroupTable = { name, description, created_at: createdAt };
	await queries.insertInto("groups").values(row).execute();
}

/** Under the row lock; null when there is no such group. */
export async function writeDescription(
	queries: Queryable,
	name: string,
	description: string,
): Promise<Group | null> {
	const update = queries.updateTable("groups").set({ description }).where("name", "=", name);
	return (await update.returning(columns).executeTakeFirst()) ?? null;
}

export async function removeGroup(queries: Queryable, name: string): Promise<void> {
	await queries.deleteFrom("groups").where("name", "=", name).execute();
}

export async function findGroup(queries: Queryable, name: string): Promise<Group | null> {
	const query = queries.selectFrom("groups").select(columns).where("name", "=", name);
	return (await query.executeTakeFirst()) ?? null;
}

/** Finds which of the names are groups. */
export async function findGroups(queries: Queryable, names: ReadonlySet<string>): Promise<Set<string>> {
	if (names.size === 0) return new Set();
	const query = queries
		.selectFrom("groups")
		.select("name")
		.where("name", "in", [...names]);
	return new Set((await query.execute()).map(({ name }) => name));
}

export async function listGroups(queries: Queryable): Promise<Array<Group & { members: number }>> {
	return queries
		.selectFrom("groups")
		.leftJoin("group_members", "group_members.group_name", "groups.name")
		.select(columns)
		.select(({ fn }) => fn.count<number>("group_members.user_id").as("members"))
		.groupBy(["name", "description", "created_at"])
		.orderBy("name")
		.execute();
}

/** More members are not counted. */
export const MOST_COUNTED = 10_000;

/** By name. `members`: how many, up to MOST_COUNTED. */
export async function pageOfGroups(
	queries: Queryable,
	of: PageOf,
): Promise<Page<Group & { members: number }>> {
	const query = queries.selectFrom("groups").select(columns);
	const { rows, next } = await pageWithNext(query, ["name"], {
		...of,
		positionOf: ({ name }) => [name],
	});
	const counted: Array<Group & { members: number }> = [];
	for (const row of rows) counted.push({ ...row, members: await countMembers(queries, row.name) });
	return { rows: counted, next };
}

async function countMembers(queries: Queryable, group: string): Promise<number> {
	const some = queries.selectFrom("group_members").select("user_id").where("group_name", "=", group);
	const counted = queries.selectFrom(some.limit(MOST_COUNTED).as("some"));
	const { members } = await counted
		.select(({ fn }) => fn.countAll<number>().as("members"))
		.executeTakeFirstOrThrow();
	return members;
}

/** By id: an order that means nothing to people, but costs the same for any number of members. */
export async function pageOfMembers(
	queries: Queryable,
	group: string,
	of: PageOf,
): Promise<Page<{ id: string; username: string; displayName: string }>> {
	const query = queries
		.selectFrom("group_members")
		.innerJoin("users", "users.id", "group_members.user_id")
		.select(["users.id", "users.username", "users.display_name as displayName"])
		.where("group_name", "=", group);
	return pageWithNext(query, ["group_members.user_id"], { ...of, positionOf: positionById });
}

/**
 * Those of the groups that exist, under their row locks: no user joins one that is being removed. Always before any user is
 * locked, so that two transactions do not wait for each other.
 */
export async function lockGroups(queries: Queryable, names: Iterable<string>): Promise<Set<string>> {
	const found = new Set<string>();
	// One by one, in order: PostgreSQL locks the rows of one statement in any order.
	for (const name of [...new Set(names)].sort()) {
		const update = queries.updateTable("groups").set(({ ref }) => ({ description: ref("description") }));
		const row = await update.where("name", "=", name).returning("name").executeTakeFirst();
		if (row !== undefined) found.add(name);
	}
	return found;
}

export async function insertMembers(
	queries: Queryable,
	members: ReadonlyArray<{ userId: string; groups: readonly string[] }>,
): Promise<void> {
	const rows = members.flatMap(({ userId, groups }) =>
		groups.map((group) => ({ group_name: group, user_id: userId })),
	);
	for (const some of inBatches(rows, AT_ONCE)) {
		await queries.insertInto("group_members").values(some).execute();
	}
}

export async function removeMember(
	queries: Queryable,
	userId: string,
	groups: readonly string[],
): Promise<void> {
	if (groups.length === 0) return;
	await queries
		.deleteFrom("group_members")
		.where("user_id", "=", userId)
		.where("group_name", "in", groups)
		.execute();
}

/** Some admin who is in a group; null: there is none. */
export async function findAdminIn(queries: Queryable, group: string): Promise<{ role: "admin" } | null> {
	const admins = queries
		.selectFrom("users")
		.innerJoin("group_members", "group_members.user_id", "users.id")
		.select("users.id")
		.where("users.role", "=", "admin")
		.where("group_members.group_name", "=", group);
	return (await admins.limit(1).executeTakeFirst()) === undefined ? null : { role: "admin" };
}

/** Removes up to `most` members. Resolves with their ids, in order. */
export async function removeSomeMembers(queries: Queryable, group: string, most: number): Promise<string[]> {
	const some = await queries
		.selectFrom("group_members")
		.select("user_id")
		.where("group_name", "=", group)
		.orderBy("user_id")
		.limit(most)
		.execute();
	const ids = some.map(({ user_id }) => user_id);
	if (ids.length > 0)
		await queries
			.deleteFrom("group_members")
			.where("group_name", "=", group)
			.where("user_id", "in", ids)
			.execute();
	return ids;
}
