import type { Insertable, Selection } from "kysely";
import type { PasskeyTable, Queryable, Tables } from "../../platform/database/tables.ts";

export type Passkey = Selection<Tables, "passkeys", (typeof columns)[number]>;

const columns = [
	"id",
	"user_id as userId",
	"name",
	"credential_id as credentialId",
	"public_key as publicKey",
	"sign_count as signCount",
	"transports",
	"backup_eligible as backupEligible",
	"backed_up as backedUp",
	"discoverable",
	"rp_id as rpId",
	"created_at as createdAt",
	"last_used_at as lastUsedAt",
] as const;

/** The oldest first. */
export async function listPasskeys(queries: Queryable, userId: string): Promise<Passkey[]> {
	return await queries
		.selectFrom("passkeys")
		.select(columns)
		.where("user_id", "=", userId)
		.orderBy("created_at")
		.orderBy("id")
		.execute();
}

/** Of any user; `userId`: of this one only. */
export async function findPasskey(
	queries: Queryable,
	{ credentialId, userId }: { credentialId: string; userId: string | null },
): Promise<Passkey | null> {
	let query = queries.selectFrom("passkeys").select(columns).where("credential_id", "=", credentialId);
	if (userId !== null) query = query.where("user_id", "=", userId);
	return (await query.executeTakeFirst()) ?? null;
}

/** False when one with the same credential id exists, whoever it belongs to. */
export async function insertPasskey(queries: Queryable, row: Insertable<PasskeyTable>): Promise<boolean> {
	const { numInsertedOrUpdatedRows } = await queries
		.insertInto("passkeys")
		.values(row)
		.onConflict((conflict) => conflict.column("credential_id").doNothing())
		.executeTakeFirstOrThrow();
	return numInsertedOrUpdatedRows === 1n;
}

/** False when its counter is not ahead of the last use, unless its authenticator does not count; or when it was removed. */
export async function usePasskey(
	queries: Queryable,
	use: { id: string; userId: string; signCount: number; backedUp: number; now: number },
): Promise<boolean> {
	const { numUpdatedRows } = await queries
		.updateTable("passkeys")
		.set({ sign_count: use.signCount, backed_up: use.backedUp, last_used_at: use.now })
		.where("id", "=", use.id)
		.where("user_id", "=", use.userId)
		.where("sign_count", use.signCount === 0 ? "=" : "<", use.signCount)
		.executeTakeFirstOrThrow();
	return numUpdatedRows === 1n;
}

/** False when the user has none with this id. */
export async function renamePasskey(
	queries: Queryable,
	{ id, userId, name }: { id: string; userId: string; name: string },
): Promise<boolean> {
	const { numUpdatedRows } = await queries
		.updateTable("passkeys")
		.set({ name })
		.where("id", "=", id)
		.where("user_id", "=", userId)
		.executeTakeFirstOrThrow();
	return numUpdatedRows === 1n;
}

/** Removes one, or all of a user; returns how many. */
export async function removePasskeys(
	queries: Queryable,
	{ userId, id }: { userId: string; id?: string },
): Promise<number> {
	let removal = queries.deleteFrom("passkeys").where("user_id", "=", userId);
	if (id !== undefined) removal = removal.where("id", "=", id);
	return Number((await removal.executeTakeFirstOrThrow()).numDeletedRows);
}
