import type { Config } from "../config.ts";
import type { Queryable } from "../database/tables.ts";
import { DeploymentError } from "../deployment/deployment-error.ts";
import { findDeploymentFact } from "../deployment/deployment-store.ts";
import { findSecrets, type MasterSecret } from "../deployment/secret.ts";
import { accessTo } from "../lib/open-file.ts";
import type { Random } from "../lib/random.ts";
import { keysOf } from "../sealing/fitting-secret.ts";
import { openMacKey } from "../sealing/mac-key.ts";
import { listSealingKeys } from "../sealing/sealing-key-store.ts";
import { createSealingKeyring, type SealingKeyring } from "../sealing/sealing-keyring.ts";
import { type Check, failed, ok, warning } from "./check.ts";

/** Where the secret comes from, who can read it, and whether the keys of this database are sealed under it. */
export async function checkSecret(
	config: Config,
	queries: Queryable,
	random: Random,
): Promise<{ keyring: SealingKeyring | null; checks: Check[] }> {
	const fingerprint = await findDeploymentFact(queries, "secret_fingerprint");
	const restore = "Restore the secret of this database from a backup.";
	let secrets: MasterSecret[];
	try {
		secrets = findSecrets(config);
	} catch (error) {
		if (!(error instanceof DeploymentError)) throw error;
		return { keyring: null, checks: [failed("secret", error.message, restore)] };
	}
	const [secret] = secrets;
	if (secret === undefined) {
		const check =
			fingerprint === null
				? warning("secret", "there is none yet", "sallyport serve makes it at the first start.")
				: failed("secret", "the secret file beside the database is missing", restore);
		return { keyring: null, checks: [check] };
	}
	const checks = [checkPermissions(secret, config)];
	if (fingerprint === null) return { keyring: null, checks };
	const masters = keysOf(secrets, random).map(({ master }) => master);
	const [present] = masters;
	const fitting = masters.find((master) => master.fingerprint === fingerprint);
	if (fitting !== undefined) {
		const keyring = createSealingKeyring(() => masters, await openMacKey(queries, fitting), random);
		keyring.load(await listSealingKeys(queries));
		checks.push(
			fitting === present
				? ok("secret fits", "the database is sealed under it")
				: warning(
						"secret fits",
						"the database is sealed under SALLYPORT_SECRET_NEXT already",
						"Make it SALLYPORT_SECRET, and remove SALLYPORT_SECRET_NEXT.",
					),
		);
		return { keyring, checks };
	}
	checks.push(failed("secret fits", "the database is sealed under another secret", restore));
	return { keyring: null, checks };
}

function checkPermissions({ path }: MasterSecret, { allowReadableSecret }: Config): Check {
	if (path === null) return ok("secret", "from SALLYPORT_SECRET");
	const access = accessTo(path);
	if (access === null || !(access.everyone || access.group))
		return ok("secret", `from ${path}, for its owner only`);
	const users = access.everyone ? "every user" : "its group";
	const fact = `${path} is open to ${users} (mode ${access.mode})`;
	const advice = `${access.repair}, unless you trust all of them: whoever has read it can make credentials of any user.`;
	// Orchestrators mount secrets readable for all users of a container, or for the group of the service.
	return access.everyone && !allowReadableSecret
		? failed("secret", fact, advice)
		: warning("secret", fact, advice);
}
