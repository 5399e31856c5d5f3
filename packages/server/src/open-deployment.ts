import { existsSync } from "node:fs";
import { type Administration, createAdministration } from "./operations/create-operations.ts";
import { createNotices } from "./operations/mail/notices.ts";
import { createFollowSessions } from "./operations/single-sign-on/follow-sessions.ts";
import { type Actor, type Around, type Audit, type AuditLog, createAudit } from "./platform/audit/audit.ts";
import type { Config } from "./platform/config/config.ts";
import { migrations } from "./platform/database/migrations/list.ts";
import { migrate, pendingMigrations } from "./platform/database/migrations/migrate.ts";
import { type OpenedDatabase, openDatabase, sqliteFile } from "./platform/database/open.ts";
import { createKeys, type Keys } from "./platform/keys/create-keys.ts";
import { ensureDeploymentFact, findDeploymentFact } from "./platform/keys/deployment-store.ts";
import { listSealingKeys } from "./platform/keys/key-store.ts";
import { ensureMacKey, openMacKey } from "./platform/keys/mac-key.ts";
import { requireInService } from "./platform/keys/require-in-service.ts";
import {
	findSecrets,
	keysOf,
	type MasterSecret,
	nextSecretPath,
	requireFitting,
	resolveSecret,
	secretPath,
} from "./platform/keys/secret.ts";
import { findServed } from "./platform/keys/served-settings.ts";
import type { Clock } from "./platform/lib/clock.ts";
import { Failure } from "./platform/lib/failure.ts";
import { PROGRAM } from "./platform/lib/package-root.ts";
import type { Random } from "./platform/lib/random.ts";
import { createOutbox } from "./platform/outbox/outbox.ts";
import type { Platform } from "./platform/platform.ts";
import { sealedColumns } from "./sealed-columns.ts";

/** What the server and the commands share: the platform, its keys, and what an operator may do. */
export interface Deployment extends Platform, Keys {
	secret: MasterSecret;
	administration: Administration;
	/** The same deployment for what this actor does: its operations record who it was, and have `around` in each transaction. */
	by(actor: Actor, around?: Around): Deployment;
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
export async function openDeployment(surroundings: Surroundings): Promise<Deployment> {
	const { config, clock, random } = surroundings;
	requireDatabaseOfSecret(config);
	const opened = await openDatabase(config.databaseUrl);
	return withDatabase(opened, async () => {
		await migrate(opened, { clock });
		const { database } = opened;
		await requireInService(database);
		const fingerprint = await findDeploymentFact(database, "secret_fingerprint");
		// A new secret would not fit, and would take the place into which the right one must be put back.
		const candidates = fingerprint === null ? [resolveSecret(config, random)] : findSecrets(config);
		const known = keysOf(candidates, random);
		const [first] = known;
		const own = first?.master.fingerprint ?? "";
		const inForce = await ensureDeploymentFact(database, "secret_fingerprint", own);
		const { secret, master } = requireFitting(known, inForce);
		const id = await ensureDeploymentFact(database, "id", random(16).toString("base64url"));
		const macKey = await ensureMacKey(database, master, random);
		const deployment = assemble(surroundings, { opened, secret, macKey, id });
		if (isNext(secret, config)) await deployment.settleSecretFile();
		await deployment.sealingKeyRotation.ensure();
		await deployment.signingKeyRotation.ensure();
		return deployment;
	});
}

interface SurroundingsOfCommand extends Surroundings {
	/** The base URL for links, by the one that the service noted; null: it noted none. */
	chooseBaseUrl?(served: string | null): string;
}

/** For commands: opens what is there and makes nothing. Throws Failure when there is nothing, or it is older. */
export async function openExistingDeployment(surroundings: SurroundingsOfCommand): Promise<Deployment> {
	const { config, random, chooseBaseUrl = () => config.baseUrl } = surroundings;
	requireDatabaseFile(config);
	const opened = await openDatabase(config.databaseUrl, { statementTimeout: false });
	return withDatabase(opened, async () => {
		await requireTables(opened);
		await requireInService(opened.database);
		const fingerprint = await findDeploymentFact(opened.database, "secret_fingerprint");
		const id = await findDeploymentFact(opened.database, "id");
		if (fingerprint === null || id === null) throw noDeployment("The database is empty");
		const known = keysOf(findSecrets(config), random);
		const { secret, master } = requireFitting(known, fingerprint);
		const macKey = await openMacKey(opened.database, master);
		const baseUrl = chooseBaseUrl(await findServed(opened.database, "baseUrl"));
		const settled = { ...surroundings, config: { ...config, baseUrl } };
		const deployment = assemble(settled, { opened, secret, macKey, id });
		deployment.keyring.load(await listSealingKeys(opened.database));
		return deployment;
	});
}

/** Closes it where no deployment comes of it. */
async function withDatabase(opened: OpenedDatabase, work: () => Promise<Deployment>): Promise<Deployment> {
	try {
		return await work();
	} catch (error) {
		await opened.close();
		throw error;
	}
}

function assemble(
	{ config, clock, random, log }: Surroundings,
	{ opened, secret, macKey, id }: Pick<Deployment, "opened" | "secret" | "id"> & { macKey: Buffer },
): Deployment {
	const { database, unsynced } = opened;
	const audit = createAudit({ database, unsynced, clock, random, log });
	const base = { config, clock, random, opened, id, audit, secret };
	const keys = createKeys({ ...base, macKey, sealedColumns });
	const parts = { ...base, ...keys, outbox: createOutbox({ ...base, ...keys }) };
	if (config.mailUrl !== null) audit.follow(createNotices(parts));
	// Also while single sign-on is off: what ends then must not live when it is on again.
	audit.follow(createFollowSessions(parts));
	const made = (own: Audit): Deployment => {
		const acting = { ...parts, audit: own };
		const administration = createAdministration(acting);
		return {
			...acting,
			administration,
			by: (actor, around) => made(audit.by(actor, around)),
			close: opened.close,
		};
	};
	return made(audit);
}

/** Left by a rotation that was killed between the database and the file. */
function isNext({ path }: MasterSecret, { databaseUrl }: Config): boolean {
	const place = secretPath(databaseUrl);
	return place !== null && path === nextSecretPath(place);
}

/** Opening a SQLite database would make the file. Throws Failure. */
function requireDatabaseFile({ databaseUrl }: Pick<Config, "databaseUrl">): void {
	const file = sqliteFile(databaseUrl);
	if (file === null || existsSync(file)) return;
	throw noDeployment(`There is no database ${file} yet`);
}

/**
 * A first start makes the database, then its secret. A secret alone is what remains of a database that was removed or moved: an empty
 * one in its place would let the first visitor become its admin. Throws Failure.
 */
export function requireDatabaseOfSecret({ databaseUrl }: Pick<Config, "databaseUrl">): void {
	const [file, secret] = [sqliteFile(databaseUrl), secretPath(databaseUrl)];
	// The secret first: another process may be at its first start.
	if (file === null || secret === null || !existsSync(secret) || existsSync(file)) return;
	const message = `The database ${file} is gone, but its secret is still there. Restore a backup, or remove ${secret} to start a new deployment.`;
	throw new Failure("database_missing", message);
}

async function requireTables(opened: OpenedDatabase): Promise<void> {
	const pending = await pendingMigrations(opened);
	if (pending.length === migrations.length) throw noDeployment("The database is empty");
	if (pending.length > 0) {
		const message = `The database is older than this release (${pending.join(", ")}). Run: ${PROGRAM} migrate`;
		throw new Failure("migrations_pending", message);
	}
}

function noDeployment(what: string): Failure {
	const where = "If the service runs already, set SALLYPORT_DATABASE_URL here as it is set there.";
	return new Failure("no_deployment", `${what}. ${where} The first start makes one: ${PROGRAM} serve`);
}
