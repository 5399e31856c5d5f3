import { resolve } from "node:path";

/** The absolute path of the file in a database URL; null for PostgreSQL and for a database in memory. */
export function sqliteFile(url: string): string | null {
	if (!url.startsWith("sqlite:") || url === "sqlite::memory:") return null;
	return sqlitePath(url.slice("sqlite:".length));
}

export function sqlitePath(written: string): string {
	if (written === ":memory:") return written;
	// After two slashes a URL has a host, which is a mistake here; three are an absolute path.
	if (written === "" || /^\/\/(?!\/)/.test(written)) {
		throw new Error(
			"The database URL names no file: sqlite:./data/sallyport.db or sqlite:/var/lib/sallyport/sallyport.db.",
		);
	}
	return resolve(written);
}

/** Where the secret of a SQLite database is unless configured; null for a database in memory, and for PostgreSQL. */
export function secretPath(databaseUrl: string): string | null {
	const file = sqliteFile(databaseUrl);
	return file === null ? null : `${file}.secret`;
}

/** Where a new secret is while the database moves to it. */
export const nextSecretPath = (path: string): string => `${path}.next`;

/**
 * A database URL without its password, for terminals and logs. It may have several hosts, which URL does not take, and it may be
 * malformed: a password with a slash ends at the last @.
 */
export function withoutPassword(databaseUrl: string): string {
	if (databaseUrl.startsWith("sqlite:")) return databaseUrl;
	const hasUser = /^\w+:\/\/[^/?#]*@/.test(databaseUrl);
	const masked = hasUser
		? databaseUrl.replace(/^(\w+:\/\/[^:@/?#]*):[^/?#]*@/, "$1:***@")
		: databaseUrl.replace(/^(\w+:\/\/[^:@]*):.*@/s, "$1:***@");
	return masked.replaceAll(/([?&]\w*password=)[^&#]*/gi, "$1***");
}
