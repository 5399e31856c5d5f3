import type { Said } from "../../platform/config/appearance-settings.ts";
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
import { type Finding, failed, ok, warning } from "./check.ts";

const RESTORE: Said = {
	en: "Restore the secret of this database from a backup.",
	de: "Stellen Sie das Geheimnis dieser Datenbank aus einem Backup wieder her.",
};

/** Where the secret comes from, who can read it, and whether this database is sealed under it; then the result has the keys. */
export async function* checkSecret(
	config: Config,
	queries: Queryable,
	random: Random,
): AsyncGenerator<Finding, SealingKeyring | null> {
	const fingerprint = await findDeploymentFact(queries, "secret_fingerprint");
	let secrets: MasterSecret[];
	try {
		secrets = findSecrets(config);
	} catch (error) {
		if (!(error instanceof Failure)) throw error;
		const fact = { en: error.message, de: `Es ist nicht zu gebrauchen: „${error.message}“` };
		yield failed("secret", fact, RESTORE);
		return null;
	}
	const [secret] = secrets;
	if (secret === undefined) {
		yield fingerprint === null
			? warning(
					"secret",
					{ en: "there is none yet", de: "Es gibt noch keines." },
					{
						en: `${PROGRAM} serve makes it at the first start.`,
						de: `${PROGRAM} serve legt es beim ersten Start an.`,
					},
				)
			: failed(
					"secret",
					{
						en: "the secret file beside the database is missing",
						de: "Die Datei mit dem Geheimnis neben der Datenbank fehlt.",
					},
					RESTORE,
				);
		return null;
	}
	const known = keysOf(secrets, random);
	const fitting = known.find(({ master }) => master.fingerprint === fingerprint);
	yield checkPermissions(fitting?.secret ?? secret, config);
	if (fingerprint === null) return null;
	if (fitting === undefined) {
		const fact = {
			en: "the database is sealed under another secret",
			de: "Die Datenbank ist unter einem anderen Geheimnis versiegelt.",
		};
		yield failed("secret fits", fact, RESTORE);
		return null;
	}
	const masters = () => known.map(({ master }) => master);
	const keyring = createSealingKeyring(masters, await openMacKey(queries, fitting.master), random);
	keyring.load(await listSealingKeys(queries));
	yield checkPlace(fitting.secret, secret, config);
	return keyring;
}

/** Whether the secret in force is the first one that the settings name. */
function checkPlace(
	fitting: MasterSecret,
	first: MasterSecret,
	{ secretFile, databaseUrl }: Config,
): Finding {
	const doubt = (fact: Said, advice: Said) => warning("secret fits", fact, advice);
	if (fitting.value === first.value)
		return ok("secret fits", {
			en: "this database is encrypted with it",
			de: "Diese Datenbank ist damit verschlüsselt.",
		});
	const beside = secretPath(databaseUrl);
	const setting = secretFile === null ? "SALLYPORT_SECRET" : "SALLYPORT_SECRET_FILE";
	if (beside !== null && fitting.path === nextSecretPath(beside)) {
		const fact = {
			en: `the database is sealed under the one in ${fitting.path} already`,
			de: `Die Datenbank ist schon unter dem in ${fitting.path} versiegelt.`,
		};
		return doubt(fact, {
			en: `${PROGRAM} serve puts it in its place when it starts.`,
			de: `${PROGRAM} serve bringt es beim Start an seinen Platz.`,
		});
	}
	if (beside !== null && fitting.path === beside) {
		const fact = {
			en: `the database is sealed under the one in ${beside}, and no longer under ${setting}`,
			de: `Die Datenbank ist unter dem in ${beside} versiegelt und nicht mehr unter ${setting}.`,
		};
		return doubt(fact, { en: `Remove ${setting}.`, de: `Entfernen Sie ${setting}.` });
	}
	const fact = {
		en: "the database is sealed under SALLYPORT_SECRET_NEXT already",
		de: "Die Datenbank ist schon unter SALLYPORT_SECRET_NEXT versiegelt.",
	};
	return doubt(fact, {
		en: "Make it SALLYPORT_SECRET, and remove SALLYPORT_SECRET_NEXT.",
		de: "Machen Sie es zu SALLYPORT_SECRET, und entfernen Sie SALLYPORT_SECRET_NEXT.",
	});
}

function checkPermissions({ path }: MasterSecret, { allowReadableSecret }: Config): Finding {
	if (path === null) return ok("secret", { en: "from SALLYPORT_SECRET", de: "Aus SALLYPORT_SECRET." });
	const access = accessTo(path);
	if (access === null || !(access.everyone || access.group))
		return ok("secret", {
			en: `from ${path}, for its owner only`,
			de: `Aus ${path}, nur für den Eigentümer lesbar.`,
		});
	const fact = {
		en: `${path} is open to ${access.everyone ? "every user" : "its group"} (mode ${access.mode})`,
		de: `${path} ist für ${access.everyone ? "jeden Benutzer" : "die Gruppe"} der Maschine offen (Modus ${access.mode}).`,
	};
	const repair = {
		en: access.repair,
		de: access.isOwn
			? `Führen Sie chmod 600 ${path} aus`
			: "Machen Sie die Datei nur für den Benutzer des Dienstes lesbar",
	};
	const advice = {
		en: `${repair.en}, unless you trust all of them: anyone who has read it can forge credentials of any user.`,
		de: `${repair.de}, wenn Sie nicht allen davon trauen: Wer sie gelesen hat, kann sich als jeder Benutzer ausgeben.`,
	};
	// Orchestrators mount secrets readable for all users of a container, or for the service's group.
	return access.everyone && !allowReadableSecret
		? failed("secret", fact, advice)
		: warning("secret", fact, advice);
}
