import type { Random } from "../lib/random.ts";
import { createKeyring, type Keyring } from "../lib/seal.ts";
import { DeploymentError } from "./deployment-error.ts";
import type { MasterSecret } from "./secret.ts";

export interface KnownSecret {
	secret: MasterSecret;
	/** Derived from it. */
	master: Keyring;
}

export function keysOf(secrets: readonly MasterSecret[], random: Random): KnownSecret[] {
	return secrets.map((secret) => ({ secret, master: createKeyring(secret.value, random) }));
}

/** The one under which the keys of the database are sealed. Throws secret_missing, secret_mismatch. */
export function demandFitting(known: readonly KnownSecret[], fingerprint: string): KnownSecret {
	if (known.length === 0) {
		const message = "The secret file beside the database is missing: restore it from a backup.";
		throw new DeploymentError("secret_missing", message);
	}
	const fitting = known.find(({ master }) => master.fingerprint === fingerprint);
	if (fitting !== undefined) return fitting;
	const message =
		"The secret does not fit this database: its keys are sealed under another one. Restore that secret.";
	throw new DeploymentError("secret_mismatch", message);
}
