import { sql } from "kysely";
import { inBatches } from "../../platform/database/in-batches.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { MOST_COUNTED } from "./group-store.ts";
import type { User } from "./user.ts";
import { toUser, userColumns } from "./user-store.ts";

/** How many ids one statement takes. */
const AT_ONCE = 1000;

/** By name: those with these ids, and admins who have no password. */
export async function listUsersWithLinks(queries: Queryable, ids: readonly string[]): Promise<User[]> {
	const users = queries.selectFrom("users").select(userColumns);
	const invited = users.where("role", "=", "admin").where("password_hash", "is", null);
	const found = await invited.execute();
	for (const some of inBatches(ids, AT_ONCE)) found.push(...(await users.where("id", "in", some).execute()));
	const byId = new Map(found.map((row) => [row.id, toUser(row)]));
	return [...byId.values()].sort((one, other) => (one.username < other.username ? -1 : 1));
}

/** How many there are, up to MOST_COUNTED, and the admins. */
export async function countWithAdmins(queries: Queryable): Promise<{ count: number; admins: User[] }> {
	const some = queries.selectFrom("users").select("id").limit(MOST_COUNTED).as("some");
	const counted = queries.selectFrom(some).select(({ fn }) => fn.countAll<number | string>().as("all"));
	const { all } = await counted.executeTakeFirstOrThrow();
	const admins = queries.selectFrom("users").select(userColumns).where("role", "=", sql.lit("admin"));
	return { count: Number(all), admins: (await admins.execute()).map(toUser) };
}
