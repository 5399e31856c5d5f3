/** Migrates the tables to this release: forward only, safe when several instances start at once. */
import { randomUUID } from "node:crypto";
import type { Transaction } from "kysely";
import type { Clock } from "../../lib/clock.ts";
import type { OpenedDatabase } from "../open.ts";
import { migrations as known, type Migration } from "./list.ts";
import { isLockHeld, type MigrationLock, releaseLock, takeLock } from "./migration-lock.ts";
import {
	ensureMigrationTables,
	type MigrationTables,
	recordedMigrations,
	withMigrationTables,
} from "./migration-records.ts";

export interface MigrateOptions {
	clock: Clock;
	/** One line for each step that takes time. */
	onProgress?: (message: string) => void;
	/** Those of this release by default. */
	migrations?: readonly Migration[];
}

/**
 * Runs the missing migrations, each in one transaction with its record; resolves with the names of those that this call ran.
 * Rejects if the database is newer than this release.
 */
export async function migrate(opened: OpenedDatabase, options: MigrateOptions): Promise<string[]> {
	const { clock, onProgress = () => {}, migrations = known } = options;
	if ((await pendingMigrations(opened, migrations)).length === 0) return [];
	const database = withMigrationTables(opened);
	await ensureMigrationTables(database);
	const lock: MigrationLock = {
		holder: randomUUID(),
		clock,
		onWait: () => onProgress("Another instance is migrating the database; waiting for it."),
	};
	const ran: string[] = [];
	try {
		for (;;) {
			await takeLock(database, lock);
			const [next] = missing(migrations, await recordedMigrations(database));
			if (next === undefined) return ran;
			onProgress(`Migrating the database: ${next.name}`);
			if (await runLocked(opened, next, lock)) ran.push(next.name);
		}
	} finally {
		// If this fails too, the lease expires; the first error matters.
		await releaseLock(database, lock.holder).catch(() => {});
	}
}

/** Names of the migrations that have not run yet. Rejects if the database is newer than this release. */
export async function pendingMigrations(opened: OpenedDatabase, migrations = known): Promise<string[]> {
	return missing(migrations, await recordedMigrations(withMigrationTables(opened))).map(({ name }) => name);
}

/** False if the lock was lost, so nothing was done. */
function runLocked(
	opened: OpenedDatabase,
	migration: Migration,
	{ holder, clock }: MigrationLock,
): Promise<boolean> {
	const work = async (queries: Transaction<MigrationTables>) => {
		if (!(await isLockHeld(queries, holder, opened.dialect))) return false;
		await migration.up(queries.$pickTables(), opened.dialect);
		await queries
			.insertInto("schema_migrations")
			.values({ name: migration.name, applied_at: clock() })
			.execute();
		return true;
	};
	return withMigrationTables(opened).transaction().setIsolationLevel("read committed").execute(work);
}

function missing(migrations: readonly Migration[], recorded: string[]): Migration[] {
	const unknown = recorded.filter((name) => !migrations.some((migration) => migration.name === name));
	if (unknown.length > 0) {
		throw new Error(
			`The database was migrated by a newer release (${unknown.join(", ")}); this one knows up to ${migrations.at(-1)?.name}. Run the newer release, or restore a backup.`,
		);
	}
	return migrations.filter(({ name }) => !recorded.includes(name));
}
