import type { Queryable } from "../../platform/database/tables.ts";
import { type Profile, storeProfile } from "./profile.ts";
import type { User } from "./user.ts";

/** Runs under the lock of the user's row. */
export async function writeProfile(queries: Queryable, id: string, profile: Profile): Promise<void> {
	await queries
		.updateTable("users")
		.set(({ eb }) => ({ ...storeProfile(profile), version: eb("version", "+", 1) }))
		.where("id", "=", id)
		.execute();
}

/** False: the user is gone. Throws where another user has the name. */
export async function writeUsername(queries: Queryable, id: string, username: string): Promise<boolean> {
	const { numUpdatedRows } = await queries
		.updateTable("users")
		.set(({ eb }) => ({ username, version: eb("version", "+", 1) }))
		.where("id", "=", id)
		.executeTakeFirstOrThrow();
	return numUpdatedRows === 1n;
}

export async function writeRole(queries: Queryable, id: string, role: User["role"]): Promise<void> {
	await queries
		.updateTable("users")
		.set(({ eb, ref }) => ({
			role,
			version: eb("version", "+", 1),
			// An admin trusts no device, and a former admin none either; a login under way was that of a user.
			factors_changed_at: role === "admin" ? eb("factors_changed_at", "+", 1) : ref("factors_changed_at"),
		}))
		.where("id", "=", id)
		.execute();
}

/** Takes a group from users: those of the ids that are in it. Part of the transaction that removes them from its list. */
export async function dropGroup(queries: Queryable, ids: readonly string[], group: string): Promise<void> {
	// Locks the rows: what is read is what is replaced.
	const locked = await queries
		.updateTable("users")
		.set(({ eb }) => ({ version: eb("version", "+", 1) }))
		.where("id", "in", ids)
		.returning(["id", "groups"])
		.execute();
	// Many users are in the same groups.
	for (const [groups, users] of Map.groupBy(locked, (row) => row.groups)) {
		const left = (JSON.parse(groups) as string[]).filter((name) => name !== group);
		await queries
			.updateTable("users")
			.set({ groups: JSON.stringify(left) })
			.where(
				"id",
				"in",
				users.map(({ id }) => id),
			)
			.execute();
	}
}
