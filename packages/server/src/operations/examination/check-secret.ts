import type { Config } from "../../platform/config/config.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { findDeploymentFact } from "../../platform/keys/deployment-store.ts";
import { listSealingKeys } from "../../platform/keys/key-store.ts";
import { openMacKey } from "../../platform/keys/mac-key.ts";
import { createSealingKeyring, type SealingKeyring } from "../../platform/keys/sealing-keyring.ts";
import {
	findSecrets,
	keysOf,
	type MasterSecret,
	nextSecretPath,
	secretPath,
} from "../../platform/keys/secret.ts";
import { Failure } from "../../platform/lib/failure.ts";
import { accessTo } from "../../platform/lib/open-file.ts";
import { PROGRAM } from "../../platform/lib/package-root.ts";
import type { Random } from "../../platform/lib/random.ts";
import { type Check, failed, ok, warning } from "./check.ts";

const RESTORE = "Restore the secret of this database from a backup.";

/** Where the secret comes from, who can read it, and whether this database is sealed under it; then the result has the keys. */
export async function* checkSecret(
	config: Config,
	queries: Queryable,
	random: Random,
): AsyncGenerator<Check, SealingKeyring | null> {
	const fingerprint = await findDeploymentFact(queries, "secret_fingerprint");
	let secrets: MasterSecret[];
	try {
		secrets = findSecrets(config);
	} catch (error) {
		if (!(error instanceof Failure)) throw error;
		yield failed("secret", error.message, RESTORE);
		return null;
	}
	const [secret] = secrets;
	if (secret === undefined) {
		yield fingerprint === null
			? warning("secret", "there is none yet", `${PROGRAM} serve makes it at the first start.`)
			: failed("secret", "the secret file beside the database is missing", RESTORE);
		return null;
	}
	const known = keysOf(secrets, random);
	const fitting = known.find(({ master }) => master.fingerprint === fingerprint);
	yield checkPermissions(fitting?.secret ?? secret, config);
	if (fingerprint === null) return null;
	if (fitting === undefined) {
		yield failed("secret fits", "the database is sealed under another secret", RESTORE);
		return null;
	}
	const masters = () => known.map(({ master }) => master);
	const keyring = createSealingKeyring(masters, await openMacKey(queries, fitting.master), random);
	keyring.load(await listSealingKeys(queries));
	yield checkPlace(fitting.secret, secret, config);
	return keyring;
}

/** Whether the secret in force is the first one that the settings name. */
function checkPlace(fitting: MasterSecret, first: MasterSecret, { secretFile, databaseUrl }: Config): Check {
	const doubt = (fact: string, advice: string) => warning("secret fits", fact, advice);
	if (fitting.value === first.value) return ok("secret fits", "this database is encrypted with it");
	const beside = secretPath(databaseUrl);
	const setting = secretFile === null ? "SALLYPORT_SECRET" : "SALLYPORT_SECRET_FILE";
	if (beside !== null && fitting.path === nextSecretPath(beside)) {
		const fact = `the database is sealed under the one in ${fitting.path} already`;
		return doubt(fact, `${PROGRAM} serve puts it in its place when it starts.`);
	}
	if (beside !== null && fitting.path === beside) {
		const fact = `the database is sealed under the one in ${beside}, and no longer under ${setting}`;
		return doubt(fact, `Remove ${setting}.`);
	}
	const fact = "the database is sealed under SALLYPORT_SECRET_NEXT already";
	return doubt(fact, "Make it SALLYPORT_SECRET, and remove SALLYPORT_SECRET_NEXT.");
}

function checkPermissions({ path }: MasterSecret, { allowReadableSecret }: Config): Check {
	if (path === null) return ok("secret", "from SALLYPORT_SECRET");
	const access = accessTo(path);
	if (access === null || !(access.everyone || access.group))
		return ok("secret", `from ${path}, for its owner only`);
	const users = access.everyone ? "every user" : "its group";
	const fact = `${path} is open to ${users} (mode ${access.mode})`;
	const advice = `${access.repair}, unless you trust all of them: anyone who has read it can forge credentials of any user.`;
	// Orchestrators mount secrets readable for all users of a container, or for the service's group.
	return access.everyone && !allowReadableSecret
		? failed("secret", fact, advice)
		: warning("secret", fact, advice);
}
