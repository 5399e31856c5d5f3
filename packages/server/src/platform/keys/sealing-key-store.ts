import type { Queryable, SealingKeyTable } from "../database/tables.ts";
import type { KeyLife } from "./key-state.ts";

/** Its kid is six random bytes, base64url: the first bytes of all that it seals. */
export interface SealingKeyRecord extends KeyLife {
	/** 32 bytes under the secret. */
	keySealed: string;
}

function fromRow(row: SealingKeyTable): SealingKeyRecord {
	return {
		kid: row.kid,
		keySealed: row.key_sealed,
		createdAt: row.created_at,
		activatedAt: row.activated_at,
		retiredAt: row.retired_at,
	};
}

export async function listSealingKeys(queries: Queryable): Promise<SealingKeyRecord[]> {
	const rows = await queries
		.selectFrom("sealing_keys")
		.selectAll()
		.orderBy("created_at")
		.orderBy("kid")
		.execute();
	return rows.map(fromRow);
}

export async function insertSealingKey(queries: Queryable, key: SealingKeyRecord): Promise<void> {
	await queries
		.insertInto("sealing_keys")
		.values({
			kid: key.kid,
			key_sealed: key.keySealed,
			created_at: key.createdAt,
			activated_at: key.activatedAt,
			retired_at: key.retiredAt,
		})
		.execute();
}

export async function updateSealingKey(
	queries: Queryable,
	kid: string,
	change: Partial<Pick<SealingKeyTable, "key_sealed" | "activated_at" | "retired_at">>,
): Promise<void> {
	await queries.updateTable("sealing_keys").set(change).where("kid", "=", kid).execute();
}

export async function removeSealingKeysRetiredBefore(queries: Queryable, time: number): Promise<string[]> {
	const rows = await queries
		.deleteFrom("sealing_keys")
		.where("retired_at", "<", time)
		.returning("kid")
		.execute();
	return rows.map(({ kid }) => kid);
}

/** All of them, with their kids. */
export async function removeSealingKeys(queries: Queryable): Promise<string[]> {
	const rows = await queries.deleteFrom("sealing_keys").returning("kid").execute();
	return rows.map(({ kid }) => kid);
}
