import type { TableDescription } from "../../platform/database/describe-tables.ts";
import { recordedMigrations } from "../../platform/database/migrations/migration-records.ts";
import type { Dialect, OpenedDatabase } from "../../platform/database/open.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { factsOfOneDatabase } from "../../platform/keys/demand-in-service.ts";
import { createChecksum, type TableChecksum } from "./checksum.ts";
import { countRows, type Row, readRows } from "./table-store.ts";
import { TransferError } from "./transfer-error.ts";

/** A consistent view of a database. */
export interface Snapshot {
	/** Names of the migrations that have run. */
	migrations(): Promise<string[]>;
	/** Rows to copy, in the order of keys. */
	read(table: TableDescription): AsyncGenerator<Row[]>;
	count(table: TableDescription): Promise<number>;
	checksums(tables: readonly TableDescription[]): Promise<TableChecksum[]>;
}

/** With its name for messages. */
export interface NamedDatabase {
	name: string;
	opened: OpenedDatabase;
}

/** Runs work on a snapshot, however long it takes and whatever is written meanwhile. */
export function withSnapshot<T>(
	{ name, opened }: NamedDatabase,
	work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
	return opened.maintenance
		.transaction()
		.setIsolationLevel("repeatable read")
		.setAccessMode("read only")
		.execute((queries) => work(createSnapshot(queries, opened.dialect, name)));
}

function createSnapshot(queries: Queryable, dialect: Dialect, name: string): Snapshot {
	const unreadable = (cause: unknown) =>
		new TransferError("source_unreadable", `${name} cannot be read`, { cause });
	async function* read(table: TableDescription): AsyncGenerator<Row[]> {
		try {
			for await (const rows of readRows(queries, dialect, table)) {
				yield table.name === "deployment" ? rows.filter(isForEveryCopy) : rows;
			}
		} catch (cause) {
			throw unreadable(cause);
		}
	}
	return {
		migrations: () => recordedMigrations(queries.$extendTables()),
		read,
		count: (table) =>
			countRows(queries, table).catch((cause: unknown) => {
				throw unreadable(cause);
			}),
		checksums: async (tables) => {
			const found: TableChecksum[] = [];
			for (const table of tables) {
				const checksum = createChecksum(table);
				for await (const rows of read(table)) checksum.add(rows);
				found.push(checksum.result());
			}
			return found;
		},
	};
}

function isForEveryCopy({ name }: Row): boolean {
	return !factsOfOneDatabase.includes(String(name));
}
