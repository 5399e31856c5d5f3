import { sql } from "kysely";

/** What salts and tags are made of. */
const base64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** The hash of another system without its salt and tag: `imported$KIND$COST$`. An index serves it: never write it differently. */
export const importedCost = sql.raw<string>(
	`(rtrim(rtrim(rtrim("password_hash", '${base64}'), '$'), '${base64}'))`,
);
export const isImported = sql.raw<boolean>(`substr("password_hash", 1, 9) = 'imported$'`);
