import type { Selection } from "kysely";
import type { Queryable, Tables } from "../../platform/database/tables.ts";
import type { TotpSecretTable } from "../../platform/database/tables-of-factors.ts";

/** An authenticator app of a user. */
export type TotpSecret = Selection<Tables, "totp_secrets", (typeof columns)[number]>;

const columns = [
	"id",
	"user_id as userId",
	"name",
	"secret_sealed as secretSealed",
	"algorithm",
	"digits",
	"period",
	"last_step as lastStep",
	"created_at as createdAt",
	"last_used_at as lastUsedAt",
] as const;

export async function listTotpSecrets(queries: Queryable, userId: string): Promise<TotpSecret[]> {
	return await queries
		.selectFrom("totp_secrets")
		.select(columns)
		.where("user_id", "=", userId)
		.orderBy("created_at")
		.orderBy("id")
		.execute();
}

/** The apps of all users, with the usernames. */
export async function listEveryTotpSecret(queries: Queryable) {
	return await queries
		.selectFrom("totp_secrets")
		.innerJoin("users", "users.id", "totp_secrets.user_id")
		.select(["totp_secrets.id", "user_id as userId", "secret_sealed as secretSealed", "username"])
		.orderBy("username")
		.execute();
}

export async function countTotpSecrets(queries: Queryable): Promise<number> {
	const count = queries.selectFrom("totp_secrets").select(({ fn }) => fn.countAll<number>().as("all"));
	return (await count.executeTakeFirstOrThrow()).all;
}

export async function insertTotpSecrets(queries: Queryable, rows: readonly TotpSecretTable[]): Promise<void> {
	if (rows.length > 0) await queries.insertInto("totp_secrets").values(rows).execute();
}

/** False when a code of this step, or of a later one, was accepted before: each is good once (RFC 6238 section 5.2). */
export async function useStep(
	queries: Queryable,
	{ id, userId, step, now }: { id: string; userId: string; step: number; now: number },
): Promise<boolean> {
	const { numUpdatedRows } = await queries
		.updateTable("totp_secrets")
		.set({ last_step: step, last_used_at: now })
		.where("id", "=", id)
		.where("user_id", "=", userId)
		.where("last_step", "<", step)
		.executeTakeFirstOrThrow();
	return numUpdatedRows === 1n;
}
