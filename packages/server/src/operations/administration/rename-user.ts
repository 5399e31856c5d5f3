import { writeUsername } from "../../identity/user/profile-store.ts";
import type { User } from "../../identity/user/user.ts";
import type { RecordEvent } from "../../platform/audit/audit.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import type { Uses } from "../uses.ts";
import { requireFits } from "./apply-profile-change.ts";
import { unknownUser } from "./change-user.ts";

/**
 * Gives a user another username; id, sessions and factors stay. Failures are counted and devices are known under the name, so both begin
 * anew. The old name is free at once. Part of a transaction; fails where another user has the name.
 */
export async function renameUser(
	queries: Queryable,
	record: RecordEvent,
	user: User,
	{ username, throttle }: { username: string } & Uses<"throttle">,
): Promise<void> {
	const { id, username: formerUsername } = user;
	requireFits({ ...user, username });
	if (!(await writeUsername(queries, id, username))) throw unknownUser();
	for (const each of [formerUsername, username]) await throttle.unlock(queries, each);
	await record({ event: "user_renamed", userId: id, detail: { username, formerUsername } });
}
