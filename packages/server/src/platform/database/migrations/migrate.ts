/** Migrates the tables to this release: forward only, safe when several instances start at once. */
import { randomUUID } from "node:crypto";
import type { Transaction } from "kysely";
import type { Clock } from "../../lib/clock.ts";
import type { OpenedDatabase } from "../open.ts";
import { migrations as known, type Migration } from "./list.ts";
import { type MigrationLock, releaseMigrationLock, withMigrationLock } from "./migration-lock.ts";
import {
	ensureMigrationTables,
	type MigrationTables,
	recordedMigrations,
	withMigrationTables,
} from "./migration-records.ts";

interface MigrateOptions {
	clock: Clock;
	/** Gets one line for each step that takes time. */
	onProgress?: (message: string) => void;
	/** The migrations to run: by default those of this release. */
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
		database,
		holder: randomUUID(),
		clock,
		onWait: () => onProgress("Another instance is migrating the database; waiting for it."),
	};
	const runNext = async (queries: Transaction<MigrationTables>) => {
		const [next] = missing(migrations, await recordedMigrations(queries));
		if (next === undefined) return null;
		onProgress(`Migrating the database: ${next.name}`);
		await next.up(queries.$pickTables(), opened.dialect);
		const record = { name: next.name, applied_at: clock() };
		await queries.insertInto("schema_migrations").values(record).execute();
		return next.name;
	};
	const ran: string[] = [];
	try {
		for (;;) {
			const name = await withMigrationLock(lock, runNext);
			if (name === null) return ran;
			ran.push(name);
		}
	} finally {
		// If this fails too, the lease expires; the first error matters.
		await releaseMigrationLock(lock).catch(() => {});
	}
}

/** Names of the migrations that have not run yet. Rejects if the database is newer than this release. */
export async function pendingMigrations(opened: OpenedDatabase, migrations = known): Promise<string[]> {
	return missing(migrations, await recordedMigrations(withMigrationTables(opened))).map(({ name }) => name);
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
