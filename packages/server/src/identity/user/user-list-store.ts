import { sql } from "kysely";
import { inBatches } from "../../platform/database/in-batches.ts";
import { everyPage, page } from "../../platform/database/keyset-page.ts";
import type { OpenedDatabase } from "../../platform/database/open.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { MOST_COUNTED } from "./group-store.ts";
import type { User } from "./user.ts";
import { toUser, userColumns } from "./user-store.ts";

/** How many rows one statement reads. */
const PAGE = 1000;

type Opened = Pick<OpenedDatabase, "database" | "dialect">;

/** All users by name, or those whose username begins so; a page at a time. */
export function listUsers(opened: Opened, prefix = ""): AsyncGenerator<User[]> {
	return everyPage(PAGE, (last: User | null) => readPage(opened, prefix, last));
}

async function readPage({ database, dialect }: Opened, prefix: string, last: User | null): Promise<User[]> {
	let query = database.selectFrom("users").select(userColumns);
	if (prefix !== "" && dialect === "sqlite")
		query = query.where("username", ">=", prefix).where("username", "<", `${prefix}${HIGHEST}`);
	// Its collation may sort names of another beginning in between; with collation C the index finds these too.
	if (prefix !== "" && dialect === "postgres") query = query.where("username", "like", patternOf(prefix));
	const rows = await page(query, ["username"], { after: last && [last.username], most: PAGE }).execute();
	return rows.map(toUser);
}

/** A character that is in no username and sorts after all that are. */
const HIGHEST = "\u{10ffff}";

const patternOf = (prefix: string): string => `${prefix.replace(/[\\%_]/g, "\\$&")}%`;

/** By name: those with these ids, and admins who have no password. */
export async function listUsersWithLinks(queries: Queryable, ids: readonly string[]): Promise<User[]> {
	const users = queries.selectFrom("users").select(userColumns);
	const invited = users.where("role", "=", "admin").where("password_hash", "is", null);
	const found = await invited.execute();
	for (const some of inBatches(ids, PAGE)) found.push(...(await users.where("id", "in", some).execute()));
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
