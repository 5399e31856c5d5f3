import type { Keys } from "../../platform/keys/create-keys.ts";
import {
	type MasterSecret,
	nextSecretPath,
	secretPath,
	writeNextSecret,
} from "../../platform/keys/secret.ts";
import { Failure } from "../../platform/lib/failure.ts";
import { createKeyring } from "../../platform/lib/seal.ts";
import type { Platform } from "../../platform/platform.ts";

/**
 * The secret that takes the place of the current one: SALLYPORT_SECRET_NEXT, or a new one beside the SQLite database.
 * `path`: where it is written; null when the operator has announced it. Throws secret_next_missing, secret_in_force.
 */
export function nextSecret({
	config,
	random,
	secret,
	settleSecretFile,
}: Platform & Keys & { secret: MasterSecret }) {
	const from = createKeyring(secret.value, random);
	if (config.secretNext !== null) {
		const to = createKeyring(config.secretNext, random);
		if (to.fingerprint === from.fingerprint) {
			const message = "SALLYPORT_SECRET_NEXT is the secret in force already: there is nothing to rotate.";
			throw new Failure("secret_in_force", message);
		}
		return { from, to, path: null, file: undefined };
	}
	const path = secretPath(config.databaseUrl);
	if (path === null || (secret.path !== path && secret.path !== nextSecretPath(path))) {
		const message =
			"Announce the new secret first: set SALLYPORT_SECRET_NEXT on every instance, and here. Make one: openssl rand -base64 48";
		throw new Failure("secret_next_missing", message);
	}
	const value = random(48).toString("base64");
	const write = () => writeNextSecret(path, value, from.fingerprint, random);
	return { from, to: createKeyring(value, random), path, file: { write, settle: settleSecretFile } };
}
