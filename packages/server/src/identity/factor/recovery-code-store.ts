import type { Queryable } from "../../platform/database/tables.ts";

/** Takes the place of all that the user had. `hashes`: by place, which is the first digit of the code. */
export async function replaceRecoveryCodes(
	queries: Queryable,
	{ userId, hashes, now }: { userId: string; hashes: readonly string[]; now: number },
): Promise<void> {
	await removeRecoveryCodes(queries, userId);
	const rows = hashes.map((code_hash, place) => {
		return { user_id: userId, place, code_hash, created_at: now, used_at: null, used_address: null };
	});
	await queries.insertInto("recovery_codes").values(rows).execute();
}

export async function removeRecoveryCodes(queries: Queryable, userId: string): Promise<void> {
	await queries.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
}

/** The hash of an unused code; null: there is none. */
export async function findRecoveryCode(
	queries: Queryable,
	{ userId, place }: { userId: string; place: number },
): Promise<string | null> {
	const row = await queries
		.selectFrom("recovery_codes")
		.select("code_hash")
		.where("user_id", "=", userId)
		.where("place", "=", place)
		.where("used_at", "is", null)
		.executeTakeFirst();
	return row?.code_hash ?? null;
}

/** False when the very code has been used, or replaced, since. */
export async function useRecoveryCode(
	queries: Queryable,
	code: { userId: string; place: number; codeHash: string; now: number; address: string },
): Promise<boolean> {
	const { numUpdatedRows } = await queries
		.updateTable("recovery_codes")
		.set({ used_at: code.now, used_address: code.address })
		.where("user_id", "=", code.userId)
		.where("place", "=", code.place)
		.where("code_hash", "=", code.codeHash)
		.where("used_at", "is", null)
		.executeTakeFirstOrThrow();
	return numUpdatedRows === 1n;
}

export interface RecoveryCodes {
	/** How many are unused. */
	left: number;
	createdAt: number;
}

/** null: the user has none, used or not. */
export async function countRecoveryCodes(queries: Queryable, userId: string): Promise<RecoveryCodes | null> {
	const rows = await queries
		.selectFrom("recovery_codes")
		.select(["created_at as createdAt", "used_at as usedAt"])
		.where("user_id", "=", userId)
		.execute();
	const [first] = rows;
	if (first === undefined) return null;
	return { left: rows.filter(({ usedAt }) => usedAt === null).length, createdAt: first.createdAt };
}
