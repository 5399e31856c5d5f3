/** Migrating takes half of the time of a start, so it happens once per process, and each database begins as a copy. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { migrate } from "../../src/platform/database/migrations/migrate.ts";
import { openDatabase } from "../../src/platform/database/open.ts";
import { systemClock } from "../../src/platform/lib/clock.ts";
import { newDatabaseFolder } from "./database-folder.ts";

let migrated: Promise<Buffer> | undefined;

async function makeMigrated(): Promise<Buffer> {
	const folder = newDatabaseFolder();
	const path = join(folder, "migrated.db");
	const opened = await openDatabase(`sqlite:${path}`);
	await migrate(opened, { clock: systemClock });
	await opened.close();
	const file = readFileSync(path);
	rmSync(folder, { recursive: true });
	return file;
}

/** Writes a database with all tables and no rows. */
export async function writeMigratedSqlite(path: string): Promise<void> {
	migrated ??= makeMigrated();
	writeFileSync(path, await migrated, { mode: 0o600 });
}
