import { existsSync, rmSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { Config } from "../../platform/config/config.ts";
import { describeTables } from "../../platform/database/describe-tables.ts";
import { migrations } from "../../platform/database/migrations/list.ts";
import { migrate } from "../../platform/database/migrations/migrate.ts";
import { openDatabase, sqliteFile } from "../../platform/database/open.ts";
import { openSqliteSnapshots } from "../../platform/database/sqlite-source.ts";
import { removeDeploymentFact } from "../../platform/keys/deployment-store.ts";
import { findSecrets, keysOf, requireFitting } from "../../platform/keys/secret.ts";
import type { Clock } from "../../platform/lib/clock.ts";
import { withoutPassword } from "../../platform/lib/database-url.ts";
import { Failure } from "../../platform/lib/failure.ts";
import { packageVersion } from "../../platform/lib/package-root.ts";
import { randomUuid } from "../../platform/lib/random.ts";
import { blaming } from "./blaming.ts";
import { type CopyOptions, fill, type OnProgress, type Surroundings } from "./fill.ts";
import { writeNewFile, writeSecretFile } from "./new-file.ts";
import { type Manifest, writeManifest } from "./open-backup.ts";
import { type Identity, identify, type NamedDatabase } from "./snapshot.ts";

/**
 * Writes a snapshot of the configured database to a new SQLite file, while the service may run; `withSecret` also writes the
 * secret to `FILE.secret`. `size` is in bytes. Throws Failure.
 */
export async function backUp(
	{ config, clock, random }: Surroundings,
	path: string,
	{ withSecret, onProgress }: CopyOptions,
) {
	const file = resolve(path);
	await using source = await openSource(config);
	const identity = await identify(source);
	const secretFile = withSecret ? `${file}.secret` : null;
	if (secretFile !== null) {
		const { secret } = requireFitting(keysOf(findSecrets(config), random), identity.fingerprint);
		await writeSecretFile(secretFile, secret.value);
	}
	try {
		const manifest = await writeNewFile(file, random, (draft) =>
			writeBackup(source, identity, { name: file, draft, clock, id: randomUuid(random), onProgress }),
		);
		return { from: source.name, file, size: statSync(file).size, manifest, secretFile };
	} catch (error) {
		if (secretFile !== null) rmSync(secretFile);
		throw error;
	}
}

interface Draft {
	/** Name of the backup in messages. */
	name: string;
	/** Path of the file to write. */
	draft: string;
	id: string;
	clock: Clock;
	onProgress: OnProgress | undefined;
}

async function writeBackup(
	source: NamedDatabase,
	{ deployment, pending }: Identity,
	{ name, draft, id, clock, onProgress }: Draft,
): Promise<Manifest> {
	const write = <T>(work: () => Promise<T>) =>
		blaming("target_unwritable", `${name} cannot be written`, work);
	await using stack = new AsyncDisposableStack();
	const opened = await write(() => openDatabase(`sqlite:${draft}`));
	stack.defer(opened.close);
	// With the tables of the source: a backup made before an upgrade must still work with the release that made it.
	const applied = migrations.filter((migration) => !pending.includes(migration.name));
	await write(() => migrate(opened, { clock, migrations: applied }));
	const madeAt = clock();
	const described = await describeTables(opened.database);
	const target = { name, opened };
	const filling = { source, target, tables: described, deployment, attempt: id, onProgress };
	const tables = await fill(filling);
	const manifest: Manifest = { id, madeAt, version: packageVersion(), tables };
	await write(async () => {
		await removeDeploymentFact(opened.database, "moved_from");
		await writeManifest(opened.database, manifest);
	});
	return manifest;
}

async function openSource({ databaseUrl }: Config): Promise<NamedDatabase & AsyncDisposable> {
	const path = sqliteFile(databaseUrl);
	if (path !== null && !existsSync(path))
		throw new Failure(
			"no_deployment",
			`There is no database ${path}: nothing to back up. Check SALLYPORT_DATABASE_URL.`,
		);
	const opened = path === null ? await openDatabase(databaseUrl) : openSqliteSnapshots(path);
	return { name: path ?? withoutPassword(databaseUrl), opened, [Symbol.asyncDispose]: opened.close };
}
