import { existsSync, rmSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { Config } from "../../platform/config/config.ts";
import { describeTables } from "../../platform/database/describe-tables.ts";
import { migrations } from "../../platform/database/migrations/list.ts";
import { migrate } from "../../platform/database/migrations/migrate.ts";
import { openDatabase, sqliteFile } from "../../platform/database/open.ts";
import { openSqliteSnapshots } from "../../platform/database/sqlite-source.ts";
import { DeploymentError } from "../../platform/keys/deployment-error.ts";
import { removeDeploymentFact } from "../../platform/keys/deployment-store.ts";
import { demandFitting, findSecrets, keysOf } from "../../platform/keys/secret.ts";
import type { Clock } from "../../platform/lib/clock.ts";
import { withoutPassword } from "../../platform/lib/database-url.ts";
import { packageVersion } from "../../platform/lib/package-version.ts";
import { type Random, randomUuid } from "../../platform/lib/random.ts";
import { type FillProgress, fill } from "./fill.ts";
import { type Identity, identify } from "./identify.ts";
import { type Manifest, writeManifest } from "./manifest.ts";
import { writeNewFile, writeSecretFile } from "./new-file.ts";
import type { NamedDatabase } from "./snapshot.ts";
import { blaming } from "./transfer-error.ts";

export interface BackedUp {
	from: string;
	file: string;
	/** Bytes. */
	size: number;
	manifest: Manifest;
	/** Where the secret was written; null: it was not. */
	secretFile: string | null;
}

export interface BackupOptions {
	/** Also writes the secret to `FILE.secret`. */
	withSecret: boolean;
	onProgress?: (progress: FillProgress) => void | Promise<void>;
}

/**
 * Writes a snapshot of the configured database to a new SQLite file, while the service may run. Throws TransferError,
 * DeploymentError.
 */
export function createBackup({ config, clock, random }: { config: Config; clock: Clock; random: Random }) {
	return async function backUp(path: string, { withSecret, onProgress }: BackupOptions): Promise<BackedUp> {
		const file = resolve(path);
		const source = await openSource(config);
		try {
			const identity = await identify(source);
			const secretFile = withSecret ? `${file}.secret` : null;
			if (secretFile !== null) {
				const { secret } = demandFitting(keysOf(findSecrets(config), random), identity.fingerprint);
				await writeSecretFile(secretFile, secret.value);
			}
			try {
				const manifest = await writeNewFile(file, random, (draft) =>
					writeBackup(source, identity, { name: file, draft, onProgress }),
				);
				return { from: source.name, file, size: statSync(file).size, manifest, secretFile };
			} catch (error) {
				if (secretFile !== null) rmSync(secretFile);
				throw error;
			}
		} finally {
			await source.opened.close();
		}
	};

	async function writeBackup(
		source: NamedDatabase,
		{ deployment, pending }: Identity,
		{ name, draft, onProgress }: { name: string; draft: string; onProgress: BackupOptions["onProgress"] },
	): Promise<Manifest> {
		const write = <T>(work: () => Promise<T>) =>
			blaming("target_unwritable", `${name} cannot be written`, work);
		const opened = await write(() => openDatabase(`sqlite:${draft}`));
		try {
			// With the tables of the source: a backup made before an upgrade must still work with the release before it.
			const present = migrations.filter((migration) => !pending.includes(migration.name));
			await write(() => migrate(opened, { clock, migrations: present }));
			const id = randomUuid(random);
			const madeAt = clock();
			const { tables } = await fill({
				source,
				target: { name, opened },
				tables: await describeTables(opened.database),
				deployment,
				attempt: id,
				onProgress,
			});
			const manifest: Manifest = { id, madeAt, version: packageVersion(), tables };
			await write(async () => {
				await removeDeploymentFact(opened.database, "moved_from");
				await writeManifest(opened.database, manifest);
			});
			return manifest;
		} finally {
			await opened.close();
		}
	}
}

async function openSource({ databaseUrl }: Config): Promise<NamedDatabase> {
	const path = sqliteFile(databaseUrl);
	if (path === null) return { name: withoutPassword(databaseUrl), opened: await openDatabase(databaseUrl) };
	if (!existsSync(path)) {
		throw new DeploymentError("no_deployment", `There is no database ${path}: nothing to back up.`);
	}
	return { name: path, opened: openSqliteSnapshots(path) };
}
