/** Where the SQL of the two databases differs. */
export interface Words {
	/** For milliseconds and counts: STRICT tables of SQLite have no "bigint", and an "integer" of PostgreSQL has 32 bits. */
	integer: string;
	/** What follows the definition of a table. */
	strict: string;
	/** Sorts names by their bytes, as SQLite does anyway: then an index finds all that begin alike. */
	byBytes: string;
}
