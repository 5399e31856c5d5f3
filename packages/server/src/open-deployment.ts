import { existsSync } from "node:fs";
import { createReplaceSecret } from "./features/administration/replace-secret.ts";
import { createSetupLinks, type SetupLinks } from "./features/setup/create-setup-link.ts";
import type { Actor } from "./platform/audit/actor.ts";
import { type Audit, type AuditLog, createAudit } from "./platform/audit/audit.ts";
import type { Config } from "./platform/config/config.ts";
import { migrate, pendingMigrations } from "./platform/database/migrate.ts";
import { migrations } from "./platform/database/migrations/list.ts";
import { type OpenedDatabase, openDatabase, sqliteFile } from "./platform/database/open.ts";
import { createAddSealingKey } from "./platform/keys/add-sealing-key.ts";
import { demandInService } from "./platform/keys/demand-in-service.ts";
import { DeploymentError } from "./platform/keys/deployment-error.ts";
import { ensureDeploymentFact, findDeploymentFact } from "./platform/keys/deployment-store.ts";
import { demandFitting, keysOf } from "./platform/keys/fitting-secret.ts";
import { ensureMacKey, openMacKey } from "./platform/keys/mac-key.ts";
import { createReplaceSealingKeys, type ReplaceSealingKeys } from "./platform/keys/replace-sealing-keys.ts";
import { createSealingKeyRotation, type SealingKeyRotation } from "./platform/keys/rotate-sealing-key.ts";
import { createSigningKeyRotation, type SigningKeyRotation } from "./platform/keys/rotate-signing-key.ts";
import { listSealingKeys } from "./platform/keys/sealing-key-store.ts";
import { createSealingKeyring, type SealingKeyring } from "./platform/keys/sealing-keyring.ts";
import {
	findSecrets,
	type MasterSecret,
	nextSecretPath,
	resolveSecret,
	secretPath,
} from "./platform/keys/secret.ts";
import { createSettleSecretFile } from "./platform/keys/settle-secret-file.ts";
import type { Clock } from "./platform/lib/clock.ts";
import type { Random } from "./platform/lib/random.ts";
import type { Keyring } from "./platform/lib/seal.ts";

/** What the server and the commands share: the database, the keys under the secret, and the record of events. */
export interface Deployment {
	config: Config;
	clock: Clock;
	random: Random;
	opened: OpenedDatabase;
	secret: MasterSecret;
	/** Of the secret and of those that may take its place, as they are known now. */
	masters: () => Keyring[];
	keyring: SealingKeyring;
	/** Random, made once; values are bound to it. */
	id: string;
	audit: Audit;
	setupLinks: SetupLinks;
	signingKeyRotation: SigningKeyRotation;
	sealingKeyRotation: SealingKeyRotation;
	replaceSealingKeys: ReplaceSealingKeys;
	replaceSecret: ReturnType<typeof createReplaceSecret>;
	settleSecretFile: () => Promise<void>;
	close(): Promise<void>;
}

export interface Surroundings {
	config: Config;
	clock: Clock;
	random: Random;
	log: AuditLog;
	/** Who causes what is recorded: of a command, its operator. */
	actor?: Actor;
}

/**
 * Opens the database, brings its tables up to date, makes what a first start needs, and checks that the secret is the
 * one its keys are sealed under.
 */
export function openDeployment(surroundings: Surroundings): Promise<Deployment> {
	const { config, clock, random } = surroundings;
	const open = async () => {
		demandDatabaseOfSecret(config);
		return openDatabase(config.databaseUrl);
	};
	return withDatabase(open, async (opened) => {
		await migrate(opened, { clock });
		const { database } = opened;
		await demandInService(database);
		const fingerprint = await findDeploymentFact(database, "secret_fingerprint");
		// A new secret would never fit, and would lie where the right one is to be put back.
		const candidates = fingerprint === null ? [resolveSecret(config, random)] : findSecrets(config);
		const known = keysOf(candidates, random);
		const [first] = known;
		const stands = await ensureDeploymentFact(
			database,
			"secret_fingerprint",
			first?.master.fingerprint ?? "",
		);
		const { secret, master } = demandFitting(known, stands);
		const id = await ensureDeploymentFact(database, "id", random(16).toString("base64url"));
		const macKey = await ensureMacKey(database, master, random);
		const deployment = assemble(surroundings, { opened, secret, macKey, id });
		if (isNext(secret, config)) await deployment.settleSecretFile();
		await deployment.sealingKeyRotation.ensure();
		await deployment.signingKeyRotation.ensure();
		return deployment;
	});
}

/** For commands: opens what stands and makes nothing. Throws DeploymentError when there is nothing, or it is older. */
export async function openExistingDeployment(surroundings: Surroundings): Promise<Deployment> {
	const { config, random } = surroundings;
	demandDatabaseFile(config);
	const open = () => openDatabase(config.databaseUrl, { patient: true });
	return withDatabase(open, async (opened) => {
		await demandTables(opened);
		await demandInService(opened.database);
		const fingerprint = await findDeploymentFact(opened.database, "secret_fingerprint");
		const id = await findDeploymentFact(opened.database, "id");
		if (fingerprint === null || id === null) throw noDeployment("The database is empty");
		const known = keysOf(findSecrets(config), random);
		const { secret, master } = demandFitting(known, fingerprint);
		const macKey = await openMacKey(opened.database, master);
		const deployment = assemble(surroundings, { opened, secret, macKey, id });
		deployment.keyring.load(await listSealingKeys(opened.database));
		return deployment;
	});
}

async function withDatabase(
	open: () => Promise<OpenedDatabase>,
	work: (opened: OpenedDatabase) => Promise<Deployment>,
): Promise<Deployment> {
	const opened = await open();
	try {
		return await work(opened);
	} catch (error) {
		await opened.close();
		throw error;
	}
}

function assemble(
	{ config, clock, random, log, actor }: Surroundings,
	{ macKey, ...parts }: Pick<Deployment, "opened" | "secret" | "id"> & { macKey: Buffer },
): Deployment {
	const { opened, secret } = parts;
	// One in memory is found nowhere else.
	const masters = () => keysOf([...findSecrets(config), secret], random).map(({ master }) => master);
	const newKeyring = () => createSealingKeyring(masters, macKey, random);
	const keyring = newKeyring();
	const audit = createAudit({
		database: opened.database,
		relaxed: opened.relaxed,
		clock,
		random,
		log,
		actor,
	});
	const { baseUrl, setupLinkLifetime, tokenAlgorithm, tokenLifetime, signingKeyLifetime } = config;
	const { database } = opened;
	const { transact } = audit;
	const signingKeyRotation = createSigningKeyRotation({
		clock,
		transact,
		async sealingBox(queries) {
			const present = newKeyring();
			present.load(await listSealingKeys(queries));
			return present.box("signing key");
		},
		algorithm: tokenAlgorithm,
		signingKeyLifetime,
		tokenLifetime,
	});
	const box = keyring.box("setup link");
	const setupLinks = createSetupLinks({ clock, random, box, baseUrl, lifetime: setupLinkLifetime });
	const add = createAddSealingKey({ clock, random, masters });
	const replaceSealingKeys = createReplaceSealingKeys({ clock, add, newKeyring });
	const replaceSecret = createReplaceSecret({
		database,
		transact,
		clock,
		replaceSealingKeys,
		signingKeyRotation,
	});
	const settleSecretFile = createSettleSecretFile({ transact, random, path: secretPath(config.databaseUrl) });
	const sealingKeyRotation = createSealingKeyRotation({
		reads: opened.reads,
		transact,
		clock,
		add,
		keyring,
		newKeyring,
		lifetime: config.sealingKeyLifetime,
		keptFor: Math.max(config.deviceLifetime, config.sessionAbsolute, config.preSessionLifetime),
	});
	return {
		config,
		clock,
		random,
		...parts,
		masters,
		keyring,
		audit,
		setupLinks,
		signingKeyRotation,
		sealingKeyRotation,
		replaceSealingKeys,
		replaceSecret,
		settleSecretFile,
		close: opened.close,
	};
}

/** As a rotation that was killed between the database and the file has left it. */
function isNext({ path }: MasterSecret, { databaseUrl }: Config): boolean {
	const place = secretPath(databaseUrl);
	return place !== null && path === nextSecretPath(place);
}

/** Opening a SQLite database would make the file. Throws DeploymentError. */
function demandDatabaseFile({ databaseUrl }: Pick<Config, "databaseUrl">): void {
	const file = sqliteFile(databaseUrl);
	if (file !== null && !existsSync(file)) throw noDeployment(`There is no database ${file} yet`);
}

/**
 * A first start makes the database, then its secret. A secret alone is what remains of a database that was removed or moved: an empty
 * one in its place would offer its first admin to the first who comes. Throws DeploymentError.
 */
export function demandDatabaseOfSecret({ databaseUrl }: Pick<Config, "databaseUrl">): void {
	const [file, secret] = [sqliteFile(databaseUrl), secretPath(databaseUrl)];
	// The secret first: another process may be at its first start.
	if (file === null || secret === null || !existsSync(secret) || existsSync(file)) return;
	const message = `The database ${file} is gone, but its secret is still there. Restore a backup, or remove ${secret} to start a new deployment.`;
	throw new DeploymentError("database_missing", message);
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
