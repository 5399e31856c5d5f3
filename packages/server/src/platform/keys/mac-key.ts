import type { Queryable } from "../database/tables.ts";
import { Failure } from "../lib/failure.ts";
import type { Random } from "../lib/random.ts";
import type { Keyring } from "../lib/seal.ts";
import { ensureDeploymentFact, findDeploymentFact } from "./deployment-store.ts";

const LABEL = "mac key";

/**
 * The key for names that must stay the same for as long as the deployment: those of throttle counters, pseudonyms, and what
 * the next secret of a session is derived with. It is never rotated, only re-encrypted when the secret changes.
 */
export async function ensureMacKey(queries: Queryable, master: Keyring, random: Random): Promise<Buffer> {
	await ensureDeploymentFact(queries, "mac_key", sealMacKey(master, random(32)));
	return openMacKey(queries, master);
}

export async function openMacKey(queries: Queryable, master: Keyring): Promise<Buffer> {
	const sealed = await findDeploymentFact(queries, "mac_key");
	const key = sealed === null ? null : master.box(LABEL).open(Buffer.from(sealed, "base64url"), LABEL);
	if (key !== null) return key;
	throw new Failure("secret_mismatch", "The keys of this database are sealed under another secret.");
}

export function sealMacKey(master: Keyring, key: Buffer): string {
	return master.box(LABEL).seal(key, LABEL).toString("base64url");
}
