import type { Queryable } from "../database/tables.ts";
import type { KeyLife } from "./key-state.ts";

/** The keys that seal and those that sign, which have the same life. */
export type KeyTable = "sealing_keys" | SigningKeyTableName;

/** Those of access tokens, and those of what applications get. */
export type SigningKeyTableName = "signing_keys" | "oidc_signing_keys";

/** Its kid is six random bytes, base64url: the first bytes of all that it seals. */
export interface SealingKeyRecord extends KeyLife {
	/** 32 bytes under the secret. */
	keySealed: string;
}

export interface SigningKeyRecord extends KeyLife {
	algorithm: string;
	publicJwk: string;
	privateJwkSealed: string;
}

const lifeColumns = [
	"kid",
	"created_at as createdAt",
	"activated_at as activatedAt",
	"retired_at as retiredAt",
] as const;

export async function listKeys(queries: Queryable, table: KeyTable): Promise<KeyLife[]> {
	return queries.selectFrom(table).select(lifeColumns).orderBy("created_at").orderBy("kid").execute();
}

export async function listSealingKeys(queries: Queryable): Promise<SealingKeyRecord[]> {
	return queries
		.selectFrom("sealing_keys")
		.select([...lifeColumns, "key_sealed as keySealed"])
		.orderBy("created_at")
		.orderBy("kid")
		.execute();
}

export async function listSigningKeys(
	queries: Queryable,
	table: SigningKeyTableName = "signing_keys",
): Promise<SigningKeyRecord[]> {
	return queries
		.selectFrom(table)
		.select([
			...lifeColumns,
			"algorithm",
			"public_jwk as publicJwk",
			"private_jwk_sealed as privateJwkSealed",
		])
		.orderBy("created_at")
		.orderBy("kid")
		.execute();
}

function lifeOf({ kid, createdAt, activatedAt, retiredAt }: KeyLife) {
	return { kid, created_at: createdAt, activated_at: activatedAt, retired_at: retiredAt };
}

export async function insertSealingKey(queries: Queryable, key: SealingKeyRecord): Promise<void> {
	await queries
		.insertInto("sealing_keys")
		.values({ ...lifeOf(key), key_sealed: key.keySealed })
		.execute();
}

export async function insertSigningKey(
	queries: Queryable,
	table: SigningKeyTableName,
	key: SigningKeyRecord,
): Promise<void> {
	const { algorithm, publicJwk, privateJwkSealed } = key;
	await queries
		.insertInto(table)
		.values({ ...lifeOf(key), algorithm, public_jwk: publicJwk, private_jwk_sealed: privateJwkSealed })
		.execute();
}

export async function updateKey(
	queries: Queryable,
	table: KeyTable,
	kid: string,
	change: { activated_at: number } | { retired_at: number },
): Promise<void> {
	await queries.updateTable(table).set(change).where("kid", "=", kid).execute();
}

export async function writeSealingKey(queries: Queryable, kid: string, keySealed: string): Promise<void> {
	await queries.updateTable("sealing_keys").set({ key_sealed: keySealed }).where("kid", "=", kid).execute();
}

/** Removes every key, or those retired before a time; returns their kids. */
export async function removeKeys(
	queries: Queryable,
	table: KeyTable,
	{ retiredBefore }: { retiredBefore?: number } = {},
): Promise<string[]> {
	let removal = queries.deleteFrom(table).returning("kid");
	if (retiredBefore !== undefined) removal = removal.where("retired_at", "<", retiredBefore);
	const rows = await removal.execute();
	return rows.map(({ kid }) => kid);
}
