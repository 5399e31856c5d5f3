import { sql, type Transaction } from "kysely";
import type { Tables } from "../tables.ts";

/** The characters of salts and tags. */
const base64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** An imported hash without salt and tag: `imported$KIND$COST$`. Indexed, so never write the expression differently. */
export const importedCost = sql.raw<string>(
	`(rtrim(rtrim(rtrim("password_hash", '${base64}'), '$'), '${base64}'))`,
);
export const isImported = sql.raw<boolean>(`substr("password_hash", 1, 9) = 'imported$'`);

/** Lets the distinct costs of imported hashes be found with one lookup each, instead of by reading all users. */
export async function up(queries: Transaction<Tables>): Promise<void> {
	await sql`create index "users_imported_cost" on "users" (${importedCost}) where ${isImported}`.execute(
		queries,
	);
}
