import type { OpenedDatabase } from "../../platform/database/open.ts";
import { toUser, userColumns } from "./user-store.ts";
import type { User } from "./user.ts";

/** Rows of one statement. */
const PAGE = 1000;

/** Those whose username begins so, by name; all unless given. Each statement goes on in the index where the last one ended. */
export async function listUsers(
	opened: Pick<OpenedDatabase, "database" | "dialect">,
	prefix = "",
): Promise<User[]> {
	const found: User[] = [];
	let page: User[];
	do {
		page = await readPage(opened, prefix, found.at(-1)?.username);
		found.push(...page);
	} while (page.length === PAGE);
	return found;
}

async function readPage(
	{ database, dialect }: Pick<OpenedDatabase, "database" | "dialect">,
	prefix: string,
	after: string | undefined,
): Promise<User[]> {
	let query = database.selectFrom("users").select(userColumns).orderBy("username").limit(PAGE);
	if (after !== undefined) query = query.where("username", ">", after);
	if (prefix !== "" && dialect === "sqlite")
		query = query.where("username", ">=", prefix).where("username", "<", `${prefix}${HIGHEST}`);
	// Its collation may sort names of another beginning in between; with collation C the index finds these too.
	if (prefix !== "" && dialect === "postgres") query = query.where("username", "like", patternOf(prefix));
	return (await query.execute()).map(toUser);
}

/** In no username, and after every character that is in one. */
const HIGHEST = "\u{10ffff}";

const patternOf = (prefix: string): string => `${prefix.replace(/[\\%_]/g, "\\$&")}%`;
