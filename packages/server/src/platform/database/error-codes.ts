/** The codes of errors of both drivers: SQLite's result codes (sqlite.org/rescode.html), SQLSTATE, or those of Node. */
export function codeOf(error: unknown): number | string | undefined {
	if (!(error instanceof Error)) return undefined;
	const { errcode, code } = error as { errcode?: unknown; code?: unknown };
	if (typeof errcode === "number") return errcode;
	return typeof code === "string" ? code : undefined;
}

export function hasCode(error: unknown, ...codes: Array<number | string>): boolean {
	return codes.some((code) => code === codeOf(error));
}

/** A pooler gave us a connection on which the prepared statement is missing, or is there already. */
export const mixedUp = ["26000", "42P05"];

/** Whether a statement failed because the table already has a row with the same unique value. */
export function isUniqueViolation(error: unknown): boolean {
	// SQLITE_CONSTRAINT_PRIMARYKEY and SQLITE_CONSTRAINT_UNIQUE.
	return hasCode(error, 1555, 2067, "23505");
}

/** SQLITE_BUSY and its variants: another process holds the lock. */
export function isBusy(error: unknown): boolean {
	const code = codeOf(error);
	return typeof code === "number" && (code & 0xff) === 5;
}
