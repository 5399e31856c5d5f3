/**
 * One instance migrates at a time. The lock is a row with a lease, because advisory locks are unknown to the
 * distributed kin of PostgreSQL and because a holder that has crashed must not block the others for ever.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { Kysely, Transaction } from "kysely";
import type { Clock } from "../lib/clock.ts";
import type { MigrationTables } from "./migration-records.ts";
import { isConflict } from "./migration-records.ts";
import type { Dialect } from "./open.ts";

const name = "migrations";
/** ms. Only says when others may stop waiting for a crashed holder; isLockHeld is what keeps two apart. */
const lease = 30_000;
/** ms. */
const pollInterval = 50;

export interface MigrationLock {
	holder: string;
	clock: Clock;
	/** Called once if somebody else holds the lock. */
	onWait(): void;
}

/** Resolves when the lock is the caller's, or his again: also renews the lease. */
export async function takeLock(
	database: Kysely<MigrationTables>,
	{ holder, clock, onWait }: MigrationLock,
): Promise<void> {
	for (let attempt = 1; ; attempt += 1) {
		if (await tryLock(database, holder, clock())) return;
		if (attempt === 1) onWait();
		await delay(pollInterval);
	}
}

async function tryLock(database: Kysely<MigrationTables>, holder: string, now: number): Promise<boolean> {
	const row = { holder, expires_at: now + lease };
	try {
		const { numInsertedOrUpdatedRows } = await database
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
	} catch (error) {
		if (isConflict(error)) return false;
		throw error;
	}
}

/**
 * Inside the transaction of a migration: the row stays locked until the transaction ends, so a lease that runs out
 * meanwhile lets nobody in. False if the lease had run out before and somebody else has taken over.
 */
export async function isLockHeld(
	queries: Transaction<MigrationTables>,
	holder: string,
	dialect: Dialect,
): Promise<boolean> {
	const row = queries.selectFrom("schema_lock").select("holder").where("name", "=", name);
	// A transaction of SQLite is alone in the database from its beginning, and SQLite knows no row locks.
	const found = await (dialect === "sqlite" ? row : row.forUpdate()).executeTakeFirst();
	return found?.holder === holder;
}

export async function releaseLock(database: Kysely<MigrationTables>, holder: string): Promise<void> {
	await database.deleteFrom("schema_lock").where("name", "=", name).where("holder", "=", holder).execute();
}
