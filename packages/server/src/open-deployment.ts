import { type Audit, type AuditLog, createAudit } from "./audit/audit.ts";
import type { Config } from "./config.ts";
import { migrate } from "./database/migrate.ts";
import { type OpenedDatabase, openDatabase } from "./database/open.ts";
import { ensureDeploymentFact } from "./deployment/deployment-store.ts";
import { type MasterSecret, resolveSecret } from "./deployment/secret.ts";
import type { Clock } from "./lib/clock.ts";
import type { Random } from "./lib/random.ts";
import { createKeyring, type Keyring } from "./lib/seal.ts";
import { createSetupLinks, type SetupLinks } from "./setup/create-setup-link.ts";
import { createSigningKeyRotation, type SigningKeyRotation } from "./token/rotate-signing-key.ts";

/** What the server and the commands share: the database, the keys under the secret, and the record of events. */
export interface Deployment {
	config: Config;
	clock: Clock;
	random: Random;
	opened: OpenedDatabase;
	secret: MasterSecret;
	keyring: Keyring;
	/** Random, made once; values are bound to it. */
	id: string;
	audit: Audit;
	setupLinks: SetupLinks;
	signingKeyRotation: SigningKeyRotation;
	close(): Promise<void>;
}

export interface Surroundings {
	config: Config;
	clock: Clock;
	random: Random;
	log: AuditLog;
}

/** Opens the database, brings its tables up to date, and checks that the secret is the one its keys are sealed under. */
export async function openDeployment({ config, clock, random, log }: Surroundings): Promise<Deployment> {
	const opened = await openDatabase(config.databaseUrl);
	try {
		await migrate(opened, { clock });
		const secret = resolveSecret(config, random);
		const keyring = createKeyring(secret.value, random);
		const fingerprint = await ensureDeploymentFact(
			opened.database,
			"secret_fingerprint",
			keyring.fingerprint,
		);
		if (fingerprint !== keyring.fingerprint) {
			throw new Error(
				"The secret does not fit this database: its keys are sealed under another one. Restore that secret.",
			);
		}
		const id = await ensureDeploymentFact(opened.database, "id", random(16).toString("base64url"));
		const audit = createAudit({ database: opened.database, clock, random, log });
		const { baseUrl, setupLinkLifetime, tokenAlgorithm, tokenLifetime, signingKeyLifetime } = config;
		const signingKeyRotation = createSigningKeyRotation({
			clock,
			transact: audit.transact,
			box: keyring.box("signing key"),
			algorithm: tokenAlgorithm,
			signingKeyLifetime,
			tokenLifetime,
		});
		await signingKeyRotation.ensure();
		const box = keyring.box("setup link");
		const setupLinks = createSetupLinks({ clock, random, box, baseUrl, lifetime: setupLinkLifetime });
		return {
			config,
			clock,
			random,
			opened,
			secret,
			keyring,
			id,
			audit,
			setupLinks,
			signingKeyRotation,
			close: opened.close,
		};
	} catch (error) {
		await opened.close();
		throw error;
	}
}
