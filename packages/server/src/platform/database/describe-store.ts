import { statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { sql } from "kysely";
import { type OpenedDatabase, sqliteFile } from "./open.ts";

/** What the database says of itself, for `doctor`. */
export interface StoreFacts {
	/** Such as "SQLite 3.53.0" or "PostgreSQL 18.1". */
	product: string;
	/** Why a committed change could be lost with the power; null: it is safe. */
	undurable: string | null;
	/** Its clock in ms since the epoch; null where it has none of its own. */
	clock: number | null;
}

export async function describeStore({ database, dialect }: OpenedDatabase): Promise<StoreFacts> {
	const ask = async <T>(query: string) => {
		const { rows } = await sql.raw<Record<string, T>>(query).execute(database);
		return Object.values(rows[0] ?? {})[0];
	};
	if (dialect === "sqlite") {
		const journal = await ask<string>("pragma journal_mode");
		const synchronous = await ask<number>("pragma synchronous");
		const safe = journal === "wal" && synchronous !== undefined && synchronous >= 2;
		return {
			product: `SQLite ${await ask<string>("select sqlite_version()")}`,
			undurable: safe ? null : `journal_mode ${journal}, synchronous ${synchronous}`,
			clock: null,
		};
	}
	const off: string[] = [];
	for (const name of ["fsync", "full_page_writes", "synchronous_commit"]) {
		if ((await ask<string>(`select current_setting('${name}', true)`)) === "off") off.push(`${name} is off`);
	}
	return {
		product: `PostgreSQL ${await ask<string>("show server_version")}`,
		undurable: off.length === 0 ? null : off.join(", "),
		clock: Number(await ask<string>("select extract(epoch from clock_timestamp()) * 1000")),
	};
}

/** Bytes that an unprivileged user may still write beside a SQLite file; null for other databases. */
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
