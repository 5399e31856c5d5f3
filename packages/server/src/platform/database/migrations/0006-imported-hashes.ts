import { sql } from "kysely";

/** The characters of salts and tags. */
const base64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const cost = `(rtrim(rtrim(rtrim("password_hash", '${base64}'), '$'), '${base64}'))`;
const condition = `substr("password_hash", 1, 9) = 'imported$'`;

/** An imported hash without salt and tag: `imported$KIND$COST$`. Indexed, so never write the expression differently. */
export const importedCost = sql.raw<string>(cost);
export const isImported = sql.raw<boolean>(condition);

/** Lets the distinct costs of imported hashes be found with one lookup each, instead of by reading all users. */
export const importedHashes = () =>
	`create index "users_imported_cost" on "users" (${cost}) where ${condition}`;
