import { existsSync } from "node:fs";
import { type Audit, type AuditLog, createAudit } from "./audit/audit.ts";
import type { Config } from "./config.ts";
import { migrate, pendingMigrations } from "./database/migrate.ts";
import { migrations } from "./database/migrations/list.ts";
import { type OpenedDatabase, openDatabase, sqliteFile } from "./database/open.ts";
import { DeploymentError } from "./deployment/deployment-error.ts";
import { ensureDeploymentFact, findDeploymentFact } from "./deployment/deployment-store.ts";
import { findSecret, type MasterSecret, resolveSecret } from "./deployment/secret.ts";
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

/**
 * Opens the database, brings its tables up to date, makes what a first start needs, and checks that the secret is the
 * one its keys are sealed under.
 */
export function openDeployment(surroundings: Surroundings): Promise<Deployment> {
	const { config, clock, random } = surroundings;
	return withDatabase(config, async (opened) => {
		await migrate(opened, { clock });
		const sealed = (await findDeploymentFact(opened.database, "secret_fingerprint")) !== null;
		// A new secret would never fit, and would lie where the right one is to be put back.
		const secret = sealed ? demandSecret(config) : resolveSecret(config, random);
		const keyring = createKeyring(secret.value, random);
		demandSame(
			keyring,
			await ensureDeploymentFact(opened.database, "secret_fingerprint", keyring.fingerprint),
		);
		const id = await ensureDeploymentFact(opened.database, "id", random(16).toString("base64url"));
		const deployment = assemble(surroundings, { opened, secret, keyring, id });
		await deployment.signingKeyRotation.ensure();
		return deployment;
	});
}

/** For commands: opens what stands and makes nothing. Throws DeploymentError when there is nothing, or it is older. */
export async function openExistingDeployment(surroundings: Surroundings): Promise<Deployment> {
	const { config, random } = surroundings;
	demandDatabaseFile(config);
	return withDatabase(config, async (opened) => {
		await demandTables(opened);
		const fingerprint = await findDeploymentFact(opened.database, "secret_fingerprint");
		const id = await findDeploymentFact(opened.database, "id");
		if (fingerprint === null || id === null) throw noDeployment("The database is empty");
		const secret = demandSecret(config);
		const keyring = createKeyring(secret.value, random);
		demandSame(keyring, fingerprint);
		return assemble(surroundings, { opened, secret, keyring, id });
	});
}

async function withDatabase(
	config: Config,
	work: (opened: OpenedDatabase) => Promise<Deployment>,
): Promise<Deployment> {
	const opened = await openDatabase(config.databaseUrl);
	try {
		return await work(opened);
	} catch (error) {
		await opened.close();
		throw error;
	}
}

function assemble(
	{ config, clock, random, log }: Surroundings,
	parts: Pick<Deployment, "opened" | "secret" | "keyring" | "id">,
): Deployment {
	const { opened, keyring } = parts;
	const audit = createAudit({ database: opened.database, relaxed: opened.relaxed, clock, random, log });
	const { baseUrl, setupLinkLifetime, tokenAlgorithm, tokenLifetime, signingKeyLifetime } = config;
	const signingKeyRotation = createSigningKeyRotation({
		clock,
		transact: audit.transact,
		box: keyring.box("signing key"),
		algorithm: tokenAlgorithm,
		signingKeyLifetime,
		tokenLifetime,
	});
	const box = keyring.box("setup link");
	const setupLinks = createSetupLinks({ clock, random, box, baseUrl, lifetime: setupLinkLifetime });
	return { config, clock, random, ...parts, audit, setupLinks, signingKeyRotation, close: opened.close };
}

/** Opening a SQLite database would make the file. Throws DeploymentError. */
function demandDatabaseFile({ databaseUrl }: Pick<Config, "databaseUrl">): void {
	const file = sqliteFile(databaseUrl);
	if (file !== null && !existsSync(file)) throw noDeployment(`There is no database ${file} yet`);
}

async function demandTables(opened: OpenedDatabase): Promise<void> {
	const pending = await pendingMigrations(opened);
	if (pending.length === migrations.length) throw noDeployment("The database is empty");
	if (pending.length > 0) {
		const message = `The database is older than this release (${pending.join(", ")}). Run: sallyport migrate`;
		throw new DeploymentError("migrations_pending", message);
	}
}

function noDeployment(what: string): DeploymentError {
	return new DeploymentError(
		"no_deployment",
		`${what}. The first start of the service makes it: sallyport serve`,
	);
}

function demandSecret(config: Config): MasterSecret {
	const secret = findSecret(config);
	if (secret !== null) return secret;
	const message = "The secret file beside the database is missing: restore it from a backup.";
	throw new DeploymentError("secret_missing", message);
}

function demandSame(keyring: Keyring, fingerprint: string): void {
	if (fingerprint === keyring.fingerprint) return;
	const message =
		"The secret does not fit this database: its keys are sealed under another one. Restore that secret.";
	throw new DeploymentError("secret_mismatch", message);
}
