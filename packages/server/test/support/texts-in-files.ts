import { existsSync, readFileSync } from "node:fs";
import { sqliteFile } from "../../src/platform/lib/database-url.ts";

/** Those of the texts that are anywhere in the files of a SQLite database: in rows, in free space or in the log. */
export function textsInFiles(url: string, ...texts: string[]): string[] {
	const path = sqliteFile(url);
	if (path === null) throw new Error(`${url} is no file.`);
	const files = [path, `${path}-wal`].filter((file) => existsSync(file));
	const all = files.map((file) => readFileSync(file));
	return texts.filter((text) => all.some((bytes) => bytes.includes(text)));
}
