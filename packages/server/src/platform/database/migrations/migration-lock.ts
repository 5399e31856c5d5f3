/**
 * One instance migrates at a time. The lock is a row with a lease: distributed databases like CockroachDB have no advisory
 * locks, and a crashed holder must not block other instances forever.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { Kysely, Transaction } from "kysely";
import type { Clock } from "../../lib/clock.ts";
import type { Dialect } from "../open.ts";
import type { MigrationTables } from "./migration-records.ts";
import { isConflict } from "./migration-records.ts";

const name = "migrations";
/** ms. Only how long others wait for a crashed holder; isLockHeld excludes two holders. */
const lease = 30_000;
/** ms. */
const pollInterval = 50;

export interface MigrationLock {
	holder: string;
	clock: Clock;
	/** Called once if another instance holds the lock. */
	onWait(): void;
}

/** Waits for the lock; renews the lease if the caller holds it. */
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
 * In the transaction of a migration, which locks the row until it ends: a lease that expires meanwhile lets no other
 * instance in. False if the lease expired earlier and another instance took over.
 */
export async function isLockHeld(
	queries: Transaction<MigrationTables>,
	holder: string,
	dialect: Dialect,
): Promise<boolean> {
	const row = queries.selectFrom("schema_lock").select("holder").where("name", "=", name);
	// SQLite has no row locks, and its write transactions run one at a time.
	const found = await (dialect === "sqlite" ? row : row.forUpdate()).executeTakeFirst();
	return found?.holder === holder;
}

export async function releaseLock(database: Kysely<MigrationTables>, holder: string): Promise<void> {
	await database.deleteFrom("schema_lock").where("name", "=", name).where("holder", "=", holder).execute();
}
