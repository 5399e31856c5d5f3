import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Config } from "../../platform/config/config.ts";
import { describeTables } from "../../platform/database/describe-tables.ts";
import { findSecret, findSecrets, keysOf, requireFitting, secretPath } from "../../platform/keys/secret.ts";
import { Failure } from "../../platform/lib/failure.ts";
import { randomUuid } from "../../platform/lib/random.ts";
import { type CopyOptions, fill, type Surroundings } from "./fill.ts";
import { writeSecretFile } from "./new-file.ts";
import { withBackup } from "./open-backup.ts";
import { withTarget } from "./open-target.ts";

/**
 * Fills the configured database, which must be empty or absent; `withSecret` takes the secret from `FILE.secret` if none is
 * configured. Resolves with the name of the target, its tables in this release, the migrations missing in the backup, and where
 * the secret was written (null: it was there). Throws Failure.
 */
export function restore(
	{ config, clock, random }: Surroundings,
	path: string,
	{ withSecret, onProgress }: CopyOptions,
) {
	const file = resolve(path);
	return withBackup(file, clock, async ({ manifest, identity, source }) => {
		const { secrets, place } = findSecretFor(file, config, withSecret);
		requireFitting(keysOf(secrets, random), identity.fingerprint);
		return withTarget(config.databaseUrl, clock, async (target) => {
			const tables = await fill({
				source,
				target,
				tables: await describeTables(source.opened.database),
				deployment: identity.deployment,
				attempt: randomUuid(random),
				onProgress,
				onClaimed: async () => {
					const [first] = secrets;
					if (place !== null && first !== undefined) await writeSecretFile(place, first.value);
				},
			});
			const { madeAt } = manifest;
			return { file, madeAt, to: target.name, tables, migrated: identity.pending, secretFile: place };
		});
	});
}

/** `place`: where the secret must be written. */
function findSecretFor(file: string, config: Config, withSecret: boolean) {
	const configured = findSecrets(config);
	if (configured.length > 0) return { secrets: configured, place: null };
	const missing = (message: string) => new Failure("secret_missing", message);
	const beside = `${file}.secret`;
	const place = secretPath(config.databaseUrl);
	if (!withSecret) {
		const advice = existsSync(beside)
			? "To take it from the file beside the backup: --with-secret"
			: `Put it into ${place}, or set SALLYPORT_SECRET.`;
		throw missing(`The secret that belongs to this backup is missing. ${advice}`);
	}
	// A backup is a SQLite database, with its secret beside it as usual. The configuration names no secret.
	const found = findSecret({ ...config, databaseUrl: `sqlite:${file}` });
	if (found === null) throw missing(`There is no file ${beside}.`);
	return { secrets: [found], place };
}
