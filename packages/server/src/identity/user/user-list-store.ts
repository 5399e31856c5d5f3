import { sql } from "kysely";
import { inBatches } from "../../platform/database/in-batches.ts";
import type { Queryable } from "../../platform/database/tables.ts";
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

/** How many there are, up to `most`, and the admins. */
export async function countWithAdmins(
	queries: Queryable,
	most: number,
): Promise<{ count: number; admins: User[] }> {
	const some = queries.selectFrom("users").select("id").limit(most).as("some");
	const counted = queries.selectFrom(some).select(({ fn }) => fn.countAll<number>().as("all"));
	const { all } = await counted.executeTakeFirstOrThrow();
	const admins = queries.selectFrom("users").select(userColumns).where("role", "=", sql.lit("admin"));
	return { count: all, admins: (await admins.execute()).map(toUser) };
}

/** How many users have two-step login on, and how many of them have an unused recovery code. */
export async function countInTwoSteps(queries: Queryable): Promise<{ all: number; covered: number }> {
	const counted = queries
		.selectFrom("users")
		.select(({ fn }) => fn.countAll<number>().as("many"))
		.where("second_factor_at", "is not", null);
	const unused = queries.selectFrom("recovery_codes").select("user_id").where("used_at", "is", null);
	const { many: all } = await counted.executeTakeFirstOrThrow();
	const { many: covered } = await counted.where("id", "in", unused).executeTakeFirstOrThrow();
	return { all, covered };
}
