import type { Queryable, SigningKeyTable } from "../database/tables.ts";
import type { KeyLife } from "./key-state.ts";

export interface SigningKeyRecord extends KeyLife {
	algorithm: string;
	publicJwk: string;
	privateJwkSealed: string;
}

function fromRow(row: SigningKeyTable): SigningKeyRecord {
	return {
		kid: row.kid,
		algorithm: row.algorithm,
		publicJwk: row.public_jwk,
		privateJwkSealed: row.private_jwk_sealed,
		createdAt: row.created_at,
		activatedAt: row.activated_at,
		retiredAt: row.retired_at,
	};
}

export async function listSigningKeys(queries: Queryable): Promise<SigningKeyRecord[]> {
	return (
		await queries.selectFrom("signing_keys").selectAll().orderBy("created_at").orderBy("kid").execute()
	).map(fromRow);
}

export async function insertSigningKey(queries: Queryable, key: SigningKeyRecord): Promise<void> {
	await queries
		.insertInto("signing_keys")
		.values({
			kid: key.kid,
			algorithm: key.algorithm,
			public_jwk: key.publicJwk,
			private_jwk_sealed: key.privateJwkSealed,
			created_at: key.createdAt,
			activated_at: key.activatedAt,
			retired_at: key.retiredAt,
		})
		.execute();
}

export async function updateSigningKey(
	queries: Queryable,
	kid: string,
	change: Partial<Pick<SigningKeyTable, "activated_at" | "retired_at">>,
): Promise<void> {
	await queries.updateTable("signing_keys").set(change).where("kid", "=", kid).execute();
}

/** Whatever their state; tells which. */
export async function removeEverySigningKey(queries: Queryable): Promise<string[]> {
	const rows = await queries.deleteFrom("signing_keys").returning("kid").execute();
	return rows.map((row) => row.kid);
}

export async function removeSigningKeysRetiredBefore(queries: Queryable, time: number): Promise<string[]> {
	const rows = await queries
		.deleteFrom("signing_keys")
		.where("retired_at", "<", time)
		.returning("kid")
		.execute();
	return rows.map((row) => row.kid);
}
