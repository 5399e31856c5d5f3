import { resolve } from "node:path";

/** The absolute path of the file that a URL names; null for PostgreSQL and for a database in memory. */
export function sqliteFile(url: string): string | null {
	if (!url.startsWith("sqlite:") || url === "sqlite::memory:") return null;
	return sqlitePath(url.slice("sqlite:".length));
}

export function sqlitePath(written: string, baseDirectory = "."): string {
	if (written === ":memory:") return written;
	// Two slashes would be a host in a URL and are a mistake here; three are the URL of an absolute path.
	if (written === "" || /^\/\/(?!\/)/.test(written)) {
		throw new Error(
			"The database URL names no file: sqlite:./data/sallyport.db or sqlite:/var/lib/sallyport/sallyport.db.",
		);
	}
	return resolve(baseDirectory, written);
}
