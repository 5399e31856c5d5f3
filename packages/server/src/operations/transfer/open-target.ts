import { existsSync, rmSync } from "node:fs";
import { migrations } from "../../platform/database/migrations/list.ts";
import { migrate, pendingMigrations } from "../../platform/database/migrations/migrate.ts";
import { openDatabase, sqliteFile } from "../../platform/database/open.ts";
import { openSqliteAlone } from "../../platform/database/sqlite-source.ts";
import { findDeploymentFact } from "../../platform/keys/deployment-store.ts";
import type { Clock } from "../../platform/lib/clock.ts";
import { withoutPassword } from "../../platform/lib/database-url.ts";
import { Failure } from "../../platform/lib/failure.ts";
import { blaming } from "./blaming.ts";
import type { NamedDatabase } from "./snapshot.ts";

/**
 * Opens a database to fill, with the tables of this release. Removes a SQLite file that it created when work fails. Throws
 * Failure target_not_empty, target_unwritable.
 */
export async function withTarget<T>(
	url: string,
	clock: Clock,
	work: (target: NamedDatabase) => Promise<T>,
): Promise<T> {
	const path = sqliteFile(url);
	const name = path ?? withoutPassword(url);
	const isNew = path !== null && !existsSync(path);
	const write = <R>(step: () => Promise<R>) => blaming("target_unwritable", `${name} cannot be used`, step);
	await using undo = new AsyncDisposableStack();
	if (isNew) undo.defer(() => removeSqliteFile(path));
	const opened = await write(() => openDatabase(url));
	undo.defer(opened.close);
	await write(() => requireUnused({ name, opened }));
	await write(() => migrate(opened, { clock }));
	const result = await work({ name, opened });
	undo.move();
	await opened.close();
	return result;
}

/** Before any change: the deployment of an older release would be migrated. */
async function requireUnused({ name, opened }: NamedDatabase): Promise<void> {
	const pending = await pendingMigrations(opened);
	if (pending.length === 0 || pending.length === migrations.length) return;
	const { maintenance } = opened;
	if ((await findDeploymentFact(maintenance, "move")) !== null) return;
	if ((await findDeploymentFact(maintenance, "id")) === null) return;
	const message = `${name} is not empty: it is the database of an older release. Nothing is overwritten: move it away, or name another database.`;
	throw new Failure("target_not_empty", message);
}

/** Unless another process has begun to use the file. */
async function removeSqliteFile(path: string): Promise<void> {
	if (await isInService(path)) return;
	for (const suffix of ["", "-wal", "-shm"]) rmSync(`${path}${suffix}`, { force: true });
}

async function isInService(path: string): Promise<boolean> {
	if (!existsSync(path)) return false;
	const opened = openSqliteAlone(path);
	if (opened === null) return true;
	try {
		if ((await findDeploymentFact(opened.database, "move")) !== null) return false;
		return (await findDeploymentFact(opened.database, "id")) !== null;
	} catch {
		// It has no tables yet.
		return false;
	} finally {
		await opened.close();
	}
}
