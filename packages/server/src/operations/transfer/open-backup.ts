import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeTables } from "../../platform/database/describe-tables.ts";
import { migrate } from "../../platform/database/migrations/migrate.ts";
import { openDatabase } from "../../platform/database/open.ts";
import { openSqliteSnapshots } from "../../platform/database/sqlite-source.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { findDeploymentFact, writeDeploymentFact } from "../../platform/keys/deployment-store.ts";
import type { Clock } from "../../platform/lib/clock.ts";
import { Failure } from "../../platform/lib/failure.ts";
import {
	differences,
	type Identity,
	identify,
	type NamedDatabase,
	type TableChecksum,
	withSnapshot,
} from "./snapshot.ts";

/** Describes a backup; stored in its fact `backup`. */
export interface Manifest {
	/** Random. */
	id: string;
	/** Milliseconds. */
	madeAt: number;
	/** Of Sallyport. */
	version: string;
	tables: TableChecksum[];
}

export function writeManifest(queries: Queryable, manifest: Manifest): Promise<void> {
	return writeDeploymentFact(queries, "backup", JSON.stringify(manifest));
}

interface OpenedBackup {
	manifest: Manifest;
	identity: Identity;
	/** Migrated to this release. */
	source: NamedDatabase;
}

/**
 * Opens a backup without writing to it: one of an older release is migrated in a temporary copy. Throws Failure
 * not_a_backup, backup_damaged, backup_newer.
 */
export async function withBackup<T>(
	file: string,
	clock: Clock,
	work: (backup: OpenedBackup) => Promise<T>,
): Promise<T> {
	if (!existsSync(file))
		throw new Failure("not_a_backup", `There is no file ${file}. Name one that backup has written.`);
	await using open = new AsyncDisposableStack();
	const source = { name: file, opened: openSqliteSnapshots(file) };
	open.defer(source.opened.close);
	const { manifest, identity } = await examine(source);
	if (identity.pending.length === 0) return await work({ manifest, identity, source });

	const folder = mkdtempSync(join(tmpdir(), "sallyport-restore-"));
	open.defer(() => rmSync(folder, { recursive: true, force: true }));
	const copy = join(folder, "backup.db");
	copyFileSync(file, copy);
	const migrated = { name: file, opened: await openDatabase(`sqlite:${copy}`) };
	open.defer(migrated.opened.close);
	await migrate(migrated.opened, { clock });
	return await work({ manifest, identity, source: migrated });
}

async function examine(source: NamedDatabase): Promise<Omit<OpenedBackup, "source">> {
	const { name, opened } = source;
	const fact = await findDeploymentFact(opened.database, "backup").catch((cause: unknown) => {
		throw new Failure("not_a_backup", `${name} is not a backup`, { cause });
	});
	if (fact === null) {
		const message = `${name} is a database, but was not made by sallyport backup: copy such a file by hand, with the service stopped.`;
		throw new Failure("not_a_backup", message);
	}
	const manifest = JSON.parse(fact) as Manifest;
	const identity = await identify(source).catch((cause: unknown) => {
		throw new Failure("backup_newer", `${name} cannot be restored by this release`, { cause });
	});
	const tables = await describeTables(opened.database);
	const found = await withSnapshot(source, (snapshot) => snapshot.checksums(tables));
	const damaged = differences(manifest.tables, found);
	if (damaged.length > 0) {
		const message = `${name} is damaged: these tables are not as they were written: ${damaged.join(", ")}.`;
		throw new Failure("backup_damaged", message);
	}
	return { manifest, identity };
}
