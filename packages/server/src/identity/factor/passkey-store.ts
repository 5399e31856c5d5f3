import type { Insertable, Selection } from "kysely";
import type { Queryable, Tables } from "../../platform/database/tables.ts";
import type { PasskeyTable } from "../../platform/database/tables-of-factors.ts";

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

/** Lists the passkeys of a user from the oldest on. */
export async function listPasskeys(queries: Queryable, userId: string): Promise<Passkey[]> {
	return await queries
		.selectFrom("passkeys")
		.select(columns)
		.where("user_id", "=", userId)
		.orderBy("created_at")
		.orderBy("id")
		.execute();
}

/** The passkey of any user or, with `userId`, of this one only. */
export async function findPasskey(
	queries: Queryable,
	{ credentialId, userId }: { credentialId: string; userId: string | null },
): Promise<Passkey | null> {
	let query = queries.selectFrom("passkeys").select(columns).where("credential_id", "=", credentialId);
	if (userId !== null) query = query.where("user_id", "=", userId);
	return (await query.executeTakeFirst()) ?? null;
}

/** False when this or another user has one with the same credential id. */
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
