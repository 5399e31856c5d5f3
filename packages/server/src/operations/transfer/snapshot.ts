/** Reads a database to copy: whole tables, their checksums, and which deployment it is. */
import { createHash } from "node:crypto";
import type { TableDescription } from "../../platform/database/describe-tables.ts";
import { migrations } from "../../platform/database/migrations/list.ts";
import { pendingMigrations } from "../../platform/database/migrations/migrate.ts";
import { recordedMigrations } from "../../platform/database/migrations/migration-records.ts";
import type { OpenedDatabase } from "../../platform/database/open.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { findDeploymentFact } from "../../platform/keys/deployment-store.ts";
import { factsOfOneDatabase, requireComplete } from "../../platform/keys/require-in-service.ts";
import { Failure } from "../../platform/lib/failure.ts";
import { countRows, type Row, readRows } from "./table-store.ts";

/** With its name for messages. */
export interface NamedDatabase {
	name: string;
	opened: OpenedDatabase;
}

export type Identity = Awaited<ReturnType<typeof identify>>;

/**
 * The deployment in a database: its random id, the fingerprint of its secret, and the names of missing migrations. Throws
 * Failure no_deployment, move_unfinished; rejects if it is newer than this release.
 */
export async function identify({ opened, name }: NamedDatabase) {
	const pending = await pendingMigrations(opened);
	if (pending.length < migrations.length) {
		await requireComplete(opened.maintenance);
		const deployment = await findDeploymentFact(opened.maintenance, "id");
		const fingerprint = await findDeploymentFact(opened.maintenance, "secret_fingerprint");
		if (deployment !== null && fingerprint !== null) return { deployment, fingerprint, pending };
	}
	throw new Failure("no_deployment", `${name} holds no deployment: there is nothing to copy.`);
}

/** A consistent view of a database. */
export type Snapshot = ReturnType<typeof createSnapshot>;

/** Runs work on a snapshot, however long it takes and whatever is written until it ends. */
export function withSnapshot<T>(source: NamedDatabase, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
	return source.opened.maintenance
		.transaction()
		.setIsolationLevel("repeatable read")
		.setAccessMode("read only")
		.execute((queries) => work(createSnapshot(queries, source)));
}

function createSnapshot(queries: Queryable, { name, opened }: NamedDatabase) {
	const unreadable = (cause: unknown) => {
		throw new Failure("source_unreadable", `${name} cannot be read`, { cause });
	};

	/** Rows to copy, in batches, in the order of keys. */
	async function* read(table: TableDescription): AsyncGenerator<Row[]> {
		try {
			for await (const rows of readRows(queries, opened.dialect, table))
				yield table.name === "deployment" ? rows.filter(isForEveryCopy) : rows;
		} catch (cause) {
			unreadable(cause);
		}
	}

	return {
		/** Names of the migrations that have run. */
		migrations: () => recordedMigrations(queries.$extendTables()),
		read,
		count: (table: TableDescription) => countRows(queries, table).catch(unreadable),
		async checksums(tables: readonly TableDescription[]): Promise<TableChecksum[]> {
			const found: TableChecksum[] = [];
			for (const table of tables) found.push(await sumUp(table, read(table)));
			return found;
		},
	};
}

function isForEveryCopy({ name }: Row): boolean {
	return !factsOfOneDatabase.includes(String(name));
}

export interface TableChecksum {
	name: string;
	rows: number;
	/** SHA-256, base64url, over all rows in the order of their keys; equal rows give equal sums on every database. */
	sha256: string;
}

/** Hashes one line per row, a JSON array in the order of the columns. Throws for values other than text, number and null. */
async function sumUp({ name, columns }: TableDescription, batches: AsyncIterable<Row[]>) {
	const hash = createHash("sha256");
	let count = 0;
	for await (const rows of batches) {
		count += rows.length;
		hash.update(rows.map((row) => `${JSON.stringify(valuesOf(row, columns))}\n`).join(""));
	}
	return { name, rows: count, sha256: hash.digest("base64url") };
}

function valuesOf(row: Row, columns: string[]): unknown[] {
	return columns.map((column) => {
		const value: unknown = row[column];
		if (value === null || typeof value === "string" || Number.isSafeInteger(value)) return value;
		throw new TypeError(`The column ${column} holds ${typeof value}; a copy would not be exact.`);
	});
}

/** Names of the tables that differ. */
export function differences(one: readonly TableChecksum[], other: readonly TableChecksum[]): string[] {
	const sums = (tables: readonly TableChecksum[]) =>
		new Set(tables.map(({ name, rows, sha256 }) => `${name} ${rows} ${sha256}`));
	const differing = sums(one).symmetricDifference(sums(other));
	return [...new Set([...differing].map((sum) => sum.split(" ", 1)[0] ?? ""))];
}
