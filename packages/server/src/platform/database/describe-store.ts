import { statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { sql } from "kysely";
import { type OpenedDatabase, sqliteFile } from "./open.ts";

/**
 * For `doctor`. `product`: such as "SQLite 3.53.0". `undurable`: the settings, each with its value, for which a power cut could lose a
 * commit. `clock`: in ms since the epoch; null where it is that of this machine.
 */
export async function describeStore({ database, dialect }: OpenedDatabase) {
	const read = async <T>(query: string) => {
		const { rows } = await sql.raw<Record<string, T>>(query).execute(database);
		return Object.values(rows[0] ?? {})[0];
	};
	if (dialect === "sqlite") {
		const journal = await read<string>("pragma journal_mode");
		const synchronous = await read<number>("pragma synchronous");
		const safe = journal === "wal" && synchronous !== undefined && synchronous >= 1;
		return {
			product: `SQLite ${await read<string>("select sqlite_version()")}`,
			undurable: safe ? [] : [`journal_mode ${journal}`, `synchronous ${synchronous}`],
			clock: null,
		};
	}
	const off: string[] = [];
	for (const name of ["fsync", "full_page_writes", "synchronous_commit"]) {
		if ((await read<string>(`select current_setting('${name}', true)`)) === "off") off.push(`${name} off`);
	}
	return {
		product: `PostgreSQL ${await read<string>("show server_version")}`,
		undurable: off,
		clock: Number(await read<string>("select extract(epoch from clock_timestamp()) * 1000")),
	};
}

/** Bytes that an unprivileged user can still write to the disk of a SQLite file; null for other databases. */
export function freeSpace(url: string): number | null {
	const file = sqliteFile(url);
	if (file === null) return null;
	const { bavail, bsize } = statfsSync(dirname(file));
	return bavail * bsize;
}

/** Permission bits of the database file; null where there are none. */
export function fileMode(url: string): number | null {
	const file = sqliteFile(url);
	return file === null || process.platform === "win32" ? null : statSync(file).mode & 0o777;
}
