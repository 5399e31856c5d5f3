import type { User } from "../../identity/user/user.ts";
import { lockAdmins, lockUser } from "../../identity/user/user-store.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { LoginError } from "../../platform/errors.ts";
import { listOpenSetupLinks } from "../setup-link/setup-link-store.ts";

/** What a change that takes a login away may do all the same. */
export interface Override {
	/** Even if no admin can log in then. */
	lastAdmin?: boolean;
}

/**
 * That without this user an admin remains who can log in, or can do so by an open setup link. Part of the transaction. Throws
 * last_admin.
 */
export async function keepAnAdmin(
	queries: Queryable,
	{ role, id: userId }: Pick<User, "role" | "id">,
	{ lastAdmin }: Override,
	now: number,
): Promise<void> {
	if (lastAdmin === true) return;
	// Read before its lock: the user may have become an admin, and the last one, in that time.
	if (role !== "admin" && (await lockUser(queries, userId))?.role !== "admin") return;
	const usable = await usableAdmins(queries, now);
	if (usable.length === 1 && usable[0] === userId) throw new LoginError("last_admin");
}

/** That some admin can log in, or can do so by an open setup link. Part of the transaction. Throws last_admin. */
export async function requireAnAdmin(queries: Queryable, now: number): Promise<void> {
	if ((await usableAdmins(queries, now)).length === 0) throw new LoginError("last_admin");
}

/** Their ids, under the locks of their rows. */
async function usableAdmins(queries: Queryable, now: number): Promise<string[]> {
	const admins = await lockAdmins(queries);
	// After the lock: a reset that it waited for has made a link.
	const invited = new Set((await listOpenSetupLinks(queries, now)).map((link) => link.userId));
	const usable = admins.filter(
		({ id, passwordHash, disabledAt }) => disabledAt === null && (passwordHash !== null || invited.has(id)),
	);
	return usable.map(({ id }) => id);
}
