/**
 * One instance migrates at a time. The lock is a row with a lease, the same on both databases: a crashed holder must not block
 * other instances forever.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { Kysely, Transaction } from "kysely";
import type { Clock } from "../../lib/clock.ts";
import { hasCode, isBusy } from "../error-codes.ts";
import type { MigrationTables } from "./migration-records.ts";

const name = "migrations";
/** ms. Only how long others wait for a crashed holder. */
const lease = 30_000;
/** ms. */
const pollInterval = 50;

export interface MigrationLock {
	database: Kysely<MigrationTables>;
	holder: string;
	clock: Clock;
	/** Called once if another instance holds the lock. */
	onWait(): void;
}

/**
 * Waits for the lock, and takes or renews it in the transaction of the work. Its row is locked until that ends: a lease that
 * expires before then lets no other instance in. The lock is kept after the work, until its release.
 */
export async function withMigrationLock<T>(
	{ database, holder, clock, onWait }: MigrationLock,
	work: (queries: Transaction<MigrationTables>) => Promise<T>,
): Promise<T> {
	for (let attempt = 1; ; attempt += 1) {
		const done = await database
			.transaction()
			.setIsolationLevel("read committed")
			.execute(async (queries) =>
				(await takeLock(queries, holder, clock())) ? { result: await work(queries) } : null,
			)
			.catch(nullOnConflict);
		if (done !== null) return done.result;
		if (attempt === 1) onWait();
		await delay(pollInterval);
	}
}

async function takeLock(
	queries: Transaction<MigrationTables>,
	holder: string,
	now: number,
): Promise<boolean> {
	const row = { holder, expires_at: now + lease };
	const { numInsertedOrUpdatedRows } = await queries
		.insertInto("schema_lock")
		.values({ name, ...row })
		.onConflict((conflict) =>
			conflict
				.column("name")
				.doUpdateSet(row)
				.where((old) =>
					old.or([old("schema_lock.holder", "=", holder), old("schema_lock.expires_at", "<=", now)]),
				),
		)
		.executeTakeFirstOrThrow();
	return numInsertedOrUpdatedRows === 1n;
}

export async function releaseMigrationLock({ database, holder }: MigrationLock): Promise<void> {
	await database.deleteFrom("schema_lock").where("name", "=", name).where("holder", "=", holder).execute();
}

/** Another instance was faster, or held SQLite's write lock for too long. */
function nullOnConflict(error: unknown): null {
	if (hasCode(error, "40001") || isBusy(error)) return null;
	throw error;
}
