/**
 * Copies a snapshot of one database into another, empty one; used by move, backup and restore. Until the copy is complete
 * and verified, a mark in it keeps the service from starting on it. A copy that was interrupted starts again from the beginning.
 */
import type { TableDescription } from "../../platform/database/describe-tables.ts";
import { inTransaction } from "../../platform/database/in-transaction.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import {
	findDeploymentFact,
	holdDeploymentFact,
	lockDeployment,
	removeDeploymentFact,
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
	/** Random, of this run; stays in the target as its fact `moved_from`. */
	attempt: string;
	onProgress?: OnProgress | undefined;
	/** Called when the target is claimed, before the first row is copied. */
	onClaimed?: () => Promise<void>;
}

/** The fact `move` of a database that is being filled. */
interface Mark {
	attempt: string;
	/** Id of the copied deployment. */
	deployment: string;
}

type Write = (work: (queries: Queryable) => Promise<void>) => Promise<void>;

/**
 * Source and target must have the same tables. Throws Failure: target_not_empty, target_busy, target_unwritable,
 * source_unreadable, copy_differs.
 */
export async function fill(filling: Filling): Promise<TableChecksum[]> {
	const { source, target, tables, attempt, deployment } = filling;
	const write: Write = (work) =>
		blaming("target_unwritable", `${target.name} cannot be written`, () =>
			inTransaction(target.opened.maintenance, work),
		);
	await expectManyRows(target.opened.maintenance, target.opened.dialect);
	const mark = JSON.stringify({ attempt, deployment } satisfies Mark);
	await write((queries) => claim(queries, filling, mark));
	await filling.onClaimed?.();
	return withSnapshot(source, async (snapshot) => {
		await copyRows(filling, snapshot, (work) =>
			write(async (queries) => {
				await requireMark(queries, mark);
				await work(queries);
			}),
		);
		const expected = await snapshot.checksums(tables);
		await withSnapshot(target, (copy) => requireSame(filling, snapshot, copy, expected));
		await write((queries) => release(queries, filling, mark));
		return expected;
	});
}

/** Claims an empty database for this copy. Removes the rows of an unfinished one, which were never in service. */
async function claim(
	queries: Queryable,
	{ deployment, tables, target }: Filling,
	mark: string,
): Promise<void> {
	const refusalBecause = (why: string) => new Failure("target_not_empty", `${target.name} ${why}`);
	// Of two parallel claims, the second waits here and finds the mark of the first.
	await lockDeployment(queries);
	const unfinished = await findDeploymentFact(queries, "move");
	if (unfinished === null) {
		await removeDeploymentFact(queries, "lock");
		for (const table of tables) {
			if ((await countRows(queries, table)) === 0) continue;
			const advice = "Nothing is overwritten: move it away, or name another database.";
			throw refusalBecause(`is not empty: there are rows in its table ${table.name}. ${advice}`);
		}
	} else {
		const { deployment: other } = JSON.parse(unfinished) as Mark;
		if (other !== deployment) throw refusalBecause("contains an unfinished copy of another deployment.");
		// First, so that a batch that another process is writing is there before the rows are removed.
		await removeDeploymentFact(queries, "move");
		for (const table of tables.toReversed()) await removeRows(queries, table);
	}
	await writeDeploymentFact(queries, "move", mark);
}

async function copyRows({ tables, onProgress }: Filling, source: Snapshot, write: Write): Promise<void> {
	let total = 0;
	for (const table of tables) total += await source.count(table);
	let copied = 0;
	for (const table of tables) {
		const insertRows = createInsertRows(table);
		for await (const rows of source.read(table)) {
			await write((queries) => insertRows(queries, rows));
			copied += rows.length;
			await onProgress?.({ copied, total });
		}
	}
}

/** Throws target_busy when another process has begun to fill the same database; until the transaction ends, none can. */
async function requireMark(queries: Queryable, mark: string): Promise<void> {
	if (!(await holdDeploymentFact(queries, "move", mark)))
		throw new Failure("target_busy", "Another process is filling the same database.");
}

async function requireSame(
	{ tables, target }: Filling,
	source: Snapshot,
	copy: Snapshot,
	expected: readonly TableChecksum[],
): Promise<void> {
	const wrong = differences(expected, await copy.checksums(tables));
	// A newer release may have migrated it; its new columns would be missing.
	if (String(await source.migrations()) !== String(await copy.migrations())) wrong.push("schema_migrations");
	if (wrong.length === 0) return;
	const message = `${target.name} differs from the source in: ${wrong.join(", ")}. Another process has written to it. Nothing was put into service.`;
	throw new Failure("copy_differs", message);
}

/** Removes the mark: the service may start. */
async function release(queries: Queryable, { attempt }: Filling, mark: string): Promise<void> {
	await requireMark(queries, mark);
	await removeDeploymentFact(queries, "move");
	await writeDeploymentFact(queries, "moved_from", attempt);
}
