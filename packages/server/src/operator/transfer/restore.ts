import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Config } from "../../platform/config/config.ts";
import { describeTables } from "../../platform/database/describe-tables.ts";
import { DeploymentError } from "../../platform/keys/deployment-error.ts";
import {
	demandFitting,
	findSecret,
	findSecrets,
	keysOf,
	type MasterSecret,
	secretPath,
} from "../../platform/keys/secret.ts";
import type { Clock } from "../../platform/lib/clock.ts";
import { type Random, randomUuid } from "../../platform/lib/random.ts";
import type { TableChecksum } from "./checksum.ts";
import { type FillProgress, fill } from "./fill.ts";
import type { Manifest } from "./manifest.ts";
import { writeSecretFile } from "./new-file.ts";
import { withBackup } from "./open-backup.ts";
import { withTarget } from "./open-target.ts";
import { TransferError } from "./transfer-error.ts";

export interface Restored {
	file: string;
	manifest: Manifest;
	/** Name of the target in messages. */
	to: string;
	/** In the tables of this release. */
	tables: TableChecksum[];
	/** Migrations missing in the backup. */
	migrated: string[];
	/** Where the secret was written; null: it was there. */
	secretFile: string | null;
}

export interface RestoreOptions {
	/** Takes the secret from `FILE.secret` if none is configured. */
	withSecret: boolean;
	onProgress?: (progress: FillProgress) => void | Promise<void>;
}

/** Fills the configured database, which must be empty or absent. Throws TransferError, DeploymentError. */
export function createRestore({ config, clock, random }: { config: Config; clock: Clock; random: Random }) {
	return (path: string, { withSecret, onProgress }: RestoreOptions): Promise<Restored> => {
		const file = resolve(path);
		return withBackup(file, clock, async ({ manifest, identity, source }) => {
			const { secret, place } = findSecretFor(file, withSecret);
			demandFitting(keysOf(secret, random), identity.fingerprint);
			return withTarget(config.databaseUrl, clock, async (target) => {
				const filled = await fill({
					source,
					target,
					tables: await describeTables(source.opened.database),
					deployment: identity.deployment,
					// Migrations may generate values, so an interrupted run may have copied different rows.
					attempt: identity.pending.length === 0 ? manifest.id : randomUuid(random),
					onProgress,
					onClaimed: async () => {
						const [first] = secret;
						if (place !== null && first !== undefined) await writeSecretFile(place, first.value);
					},
				});
				if (filled.already) {
					const message = `${target.name} was filled from this backup before, and may have changed since. To start from the backup again, move it away.`;
					throw new TransferError("target_not_empty", message);
				}
				const { tables } = filled;
				return { file, manifest, to: target.name, tables, migrated: identity.pending, secretFile: place };
			});
		});
	};

	/** `place`: where the secret must be written. */
	function findSecretFor(
		file: string,
		withSecret: boolean,
	): { secret: MasterSecret[]; place: string | null } {
		const configured = findSecrets(config);
		if (configured.length > 0) return { secret: configured, place: null };
		const beside = `${file}.secret`;
		const place = secretPath(config.databaseUrl);
		if (!withSecret) {
			const advice = existsSync(beside)
				? "To take it from the file beside the backup: --with-secret"
				: `Put it into ${place}, or set SALLYPORT_SECRET.`;
			throw new DeploymentError(
				"secret_missing",
				`The secret that belongs to this backup is missing. ${advice}`,
			);
		}
		// A backup is a SQLite database, with its secret beside it as usual.
		const found = findSecret({
			...{ secret: null, secretFile: null, secretNext: null, secretNextFile: null },
			databaseUrl: `sqlite:${file}`,
		});
		if (found === null) throw new DeploymentError("secret_missing", `There is no file ${beside}.`);
		return { secret: [found], place };
	}
}
