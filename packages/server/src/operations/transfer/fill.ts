/**
 * Copies a snapshot of one database into another, empty one; used by move, backup and restore. Until the copy is complete
 * and verified, a mark in it keeps the service from starting on it and records where to continue after an interruption.
 */
import type { TableDescription } from "../../platform/database/describe-tables.ts";
import { inTransaction } from "../../platform/database/in-transaction.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import {
	findDeploymentFact,
	lockDeployment,
	removeDeploymentFact,
	replaceDeploymentFact,
	writeDeploymentFact,
} from "../../platform/keys/deployment-store.ts";
import { Failure } from "../../platform/lib/failure.ts";
import type { Platform } from "../../platform/platform.ts";
import { blaming } from "./blaming.ts";
import {
	differences,
	type NamedDatabase,
	type Snapshot,
	type TableChecksum,
	withSnapshot,
} from "./snapshot.ts";
import { countRows, createInsertRows, expectManyRows, removeRows } from "./table-store.ts";

/** What a copy is made with. */
export type Surroundings = Pick<Platform, "config" | "clock" | "random">;

export type OnProgress = (progress: { copied: number; total: number }) => void | Promise<void>;

export interface CopyOptions {
	withSecret: boolean;
	onProgress?: OnProgress;
}

interface Filling {
	source: NamedDatabase;
	target: NamedDatabase;
	tables: readonly TableDescription[];
	/** Id of the deployment in the source. */
	deployment: string;
	/** Random; a run with the same value continues where the last one stopped. */
	attempt: string;
	onProgress?: OnProgress | undefined;
	/** Called when the target is claimed, before the first row is copied. */
	onClaimed?: () => Promise<void>;
}

/** The fact `move`: how far a copy has come. */
interface FillState {
	attempt: string;
	/** Id of the copied deployment. */
	deployment: string;
	/** Index of the current table, and how many of its rows are copied. */
	table: number;
	rows: number;
}

type Write = <T>(work: (queries: Queryable) => Promise<T>) => Promise<T>;

/**
 * Source and target must have the same tables. `already`: an earlier run had completed this attempt. Throws Failure:
 * target_not_empty, target_busy, target_unwritable, source_unreadable, copy_differs.
 */
export async function fill(filling: Filling): Promise<{ tables: TableChecksum[]; already: boolean }> {
	const { source, target, tables } = filling;
	const write: Write = (work) =>
		blaming("target_unwritable", `${target.name} cannot be written`, () =>
			inTransaction(target.opened.maintenance, work),
		);
	await expectManyRows(target.opened.maintenance, target.opened.dialect);
	const claimed = await write((queries) => claim(queries, filling));
	if (claimed === "complete")
		return { tables: await withSnapshot(source, (snapshot) => snapshot.checksums(tables)), already: true };
	await filling.onClaimed?.();
	return withSnapshot(source, async (snapshot) => {
		const state = await copyRows(filling, snapshot, claimed, write);
		const expected = await snapshot.checksums(tables);
		await withSnapshot(target, (copy) => demandSame(filling, snapshot, copy, expected));
		await write((queries) => release(queries, state));
		return { tables: expected, already: false };
	});
}

/**
 * Claims an empty database for this copy. Removes the rows of an abandoned attempt, which were never in service. "complete":
 * an earlier run finished this attempt. Throws target_not_empty.
 */
async function claim(
	queries: Queryable,
	{ attempt, deployment, tables, target }: Filling,
): Promise<FillState | "complete"> {
	const refuse = (why: string) => new Failure("target_not_empty", `${target.name} ${why}`);
	// Of two parallel claims, the second waits here and finds the mark of the first.
	await lockDeployment(queries);
	if ((await findDeploymentFact(queries, "moved_from")) === attempt) return "complete";
	const mark = await findDeploymentFact(queries, "move");
	if (mark === null) {
		await removeDeploymentFact(queries, "lock");
		for (const table of tables) {
			if ((await countRows(queries, table)) === 0) continue;
			const advice = "Nothing is overwritten: move it away, or name another database.";
			throw refuse(`is not empty: there are rows in its table ${table.name}. ${advice}`);
		}
	} else {
		const state = JSON.parse(mark) as FillState;
		if (state.attempt === attempt) return state;
		if (state.deployment !== deployment) throw refuse("contains an unfinished copy of another deployment.");
		for (const table of tables.toReversed()) await removeRows(queries, table);
	}
	const fresh: FillState = { attempt, deployment, table: 0, rows: 0 };
	await writeDeploymentFact(queries, "move", JSON.stringify(fresh));
	return fresh;
}

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
		const insertRows = createInsertRows(table);
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
				await insertRows(queries, rows);
			});
			state = next;
			await onProgress?.({ copied, total });
		}
	}
	return state;
}

/** Throws target_busy when the mark has changed: another process is filling the same database. */
async function advance(queries: Queryable, from: FillState, to: FillState): Promise<void> {
	const change = { from: JSON.stringify(from), to: JSON.stringify(to) };
	if (!(await replaceDeploymentFact(queries, "move", change)))
		throw new Failure("target_busy", "Another process is filling the same database.");
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
	const message = `${target.name} differs from the source in: ${wrong.join(", ")}. Another process has written to it meanwhile. Nothing was put into service.`;
	throw new Failure("copy_differs", message);
}

/** Removes the mark: the service may start. */
async function release(queries: Queryable, state: FillState): Promise<void> {
	await advance(queries, state, { ...state, rows: -1 });
	await removeDeploymentFact(queries, "move");
	await writeDeploymentFact(queries, "moved_from", state.attempt);
}
