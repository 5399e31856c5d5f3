/** SQLITE_CONSTRAINT_PRIMARYKEY and SQLITE_CONSTRAINT_UNIQUE (sqlite.org/rescode.html). */
const sqliteCodes: readonly unknown[] = [1555, 2067];

/** Whether a statement failed because the table already has a row with the same unique value. */
export function isUniqueViolation(error: unknown): boolean {
	if (!(error instanceof Error)) return false;
	if ("errcode" in error) return sqliteCodes.includes(error.errcode);
	return "code" in error && error.code === "23505";
}
