/**
 * Copies a snapshot of one database into another, empty one; used by move, backup and restore. Until the copy is complete
 * and verified, a mark in it keeps the service from starting on it and records where to continue after an interruption.
 */
import type { TableDescription } from "../../platform/database/describe-tables.ts";
import { inTransaction } from "../../platform/database/in-transaction.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { differences, type TableChecksum } from "./checksum.ts";
import { advance, claim, type FillState, release } from "./claim.ts";
import { type NamedDatabase, type Snapshot, withSnapshot } from "./snapshot.ts";
import { expectManyRows, insertRows } from "./table-store.ts";
import { blaming, TransferError } from "./transfer-error.ts";

export interface FillProgress {
	copied: number;
	total: number;
}

export interface Filling {
	source: NamedDatabase;
	target: NamedDatabase;
	tables: readonly TableDescription[];
	/** Id of the deployment in the source. */
	deployment: string;
	/** Random; a run with the same value continues where the last one stopped. */
	attempt: string;
	onProgress?: ((progress: FillProgress) => void | Promise<void>) | undefined;
	/** Called when the target is claimed, before the first row is copied. */
	onClaimed?: () => Promise<void>;
}

export interface Filled {
	tables: TableChecksum[];
	/** An earlier run had completed this attempt. */
	already: boolean;
}

/**
 * Source and target must have the same tables. Throws TransferError: target_not_empty, target_busy, target_unwritable,
 * source_unreadable, copy_differs.
 */
export async function fill(filling: Filling): Promise<Filled> {
	const { source, target, tables } = filling;
	const write: Write = (work) =>
		blaming("target_unwritable", `${target.name} cannot be written`, () =>
			inTransaction(target.opened.maintenance, work),
		);
	await expectManyRows(target.opened.maintenance, target.opened.dialect);
	const claimed = await write((queries) => claim(queries, { ...filling, name: target.name }));
	if (claimed === "complete") {
		const expected = await withSnapshot(source, (snapshot) => snapshot.checksums(tables));
		return { tables: expected, already: true };
	}
	await filling.onClaimed?.();
	return withSnapshot(source, async (snapshot) => {
		const state = await copyRows(filling, snapshot, claimed, write);
		const expected = await snapshot.checksums(tables);
		await withSnapshot(target, (copy) => demandSame(filling, snapshot, copy, expected));
		await write((queries) => release(queries, state));
		return { tables: expected, already: false };
	});
}

async function demandSame(
	{ tables, target }: Filling,
	source: Snapshot,
	copy: Snapshot,
	expected: readonly TableChecksum[],
): Promise<void> {
	const wrong = differences(expected, await copy.checksums(tables));
	// A newer release may have migrated meanwhile; its new columns would be missing.
	if (String(await source.migrations()) !== String(await copy.migrations())) wrong.push("schema_migrations");
	if (wrong.length === 0) return;
	const message = `${target.name} does not hold the same as the source in: ${wrong.join(", ")}. Another process has written to it meanwhile. Nothing was put into service.`;
	throw new TransferError("copy_differs", message);
}

type Write = <T>(work: (queries: Queryable) => Promise<T>) => Promise<T>;

async function copyRows(
	{ tables, onProgress }: Filling,
	source: Snapshot,
	from: FillState,
	write: Write,
): Promise<FillState> {
	const counts: number[] = [];
	for (const table of tables) counts.push(await source.count(table));
	const total = counts.reduce((sum, each) => sum + each, 0);
	let copied = 0;
	let state = from;
	for (const [at, table] of tables.entries()) {
		if (at < from.table) {
			copied += counts[at] ?? 0;
			continue;
		}
		let present = at === from.table ? from.rows : 0;
		let read = 0;
		for await (const batch of source.read(table)) {
			read += batch.length;
			copied += batch.length;
			const rows = batch.slice(present);
			present = Math.max(0, present - batch.length);
			if (rows.length === 0) continue;
			const next = { ...state, table: at, rows: read };
			await write(async (queries) => {
				// First, so that another process filling the same database stops before rows conflict.
				await advance(queries, state, next);
				await insertRows(queries, table, rows);
			});
			state = next;
			await onProgress?.({ copied, total });
		}
	}
	return state;
}
