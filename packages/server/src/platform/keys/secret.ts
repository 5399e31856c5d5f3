import { chmodSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Config } from "../config/config.ts";
import { nextSecretPath, secretPath } from "../lib/database-url.ts";
import { Failure } from "../lib/failure.ts";
import { makeFolder } from "../lib/make-folder.ts";
import type { Random } from "../lib/random.ts";
import { createKeyring } from "../lib/seal.ts";

export { nextSecretPath, secretPath } from "../lib/database-url.ts";

export interface MasterSecret {
	value: string;
	/** Of its file; null for one from the environment, and for that of a database in memory. */
	path: string | null;
}

type SecretSettings = Pick<Config, "secret" | "secretFile" | "secretNext" | "secretNextFile" | "databaseUrl">;

/** The configured secret, else that of the 0600 file beside the SQLite database; null when there is none yet. */
export function findSecret({ secret, secretFile, databaseUrl }: SecretSettings): MasterSecret | null {
	return secret === null ? inFile(secretPath(databaseUrl)) : { value: secret, path: secretFile };
}

/**
 * Every secret with which this process may start: the one configured, what lies beside the SQLite database now, where a command
 * may have replaced it since this process began, and the one to come.
 */
export function findSecrets(settings: SecretSettings): MasterSecret[] {
	const { secret, secretNext, secretNextFile, databaseUrl } = settings;
	const beside = secretPath(databaseUrl);
	return [
		// Without another place to look, one that cannot be read is an error.
		findSecret(settings),
		secret === null ? null : inReadableFile(beside),
		inReadableFile(beside === null ? null : nextSecretPath(beside)),
		secretNext === null ? null : { value: secretNext, path: secretNextFile },
	].filter((found) => found !== null);
}

function inFile(path: string | null): MasterSecret | null {
	const value = path === null ? null : readSecret(path);
	return value === null ? null : { value, path };
}

/** null also when the file holds none that can be read: it is one candidate of several. */
function inReadableFile(path: string | null): MasterSecret | null {
	try {
		return inFile(path);
	} catch (error) {
		if (error instanceof Failure) return null;
		throw error;
	}
}

type KnownSecret = ReturnType<typeof keysOf>[number];

/** Returns each secret with the keyring that is derived from it. */
export function keysOf(secrets: readonly MasterSecret[], random: Random) {
	return secrets.map((secret) => ({ secret, master: createKeyring(secret.value, random) }));
}

/** The one under which the keys of the database are sealed. Throws secret_missing, secret_mismatch. */
export function requireFitting(known: readonly KnownSecret[], fingerprint: string): KnownSecret {
	if (known.length === 0) {
		const message = "The secret file beside the database is missing: restore it from a backup.";
		throw new Failure("secret_missing", message);
	}
	const fitting = known.find(({ master }) => master.fingerprint === fingerprint);
	if (fitting !== undefined) return fitting;
	const message =
		"The secret does not fit this database: its keys are sealed under another one. Restore that secret.";
	throw new Failure("secret_mismatch", message);
}

/**
 * Writes the secret to which the database is about to move. Under the lock of the deployment, so that a file in its place is
 * one that an interrupted rotation has left.
 */
export function writeNextSecret(path: string, value: string, inForce: string, random: Random): void {
	settleNextSecret(path, inForce, random);
	create(nextSecretPath(path), value, random);
}

/**
 * Puts the next secret in its place if it is the one in force, given by its fingerprint, and removes it if not. Under the lock
 * of the deployment.
 */
export function settleNextSecret(path: string, inForce: string | null, random: Random): void {
	const next = nextSecretPath(path);
	const value = readSecret(next);
	if (value === null) return;
	if (createKeyring(value, random).fingerprint === inForce) renameSync(next, path);
	else rmSync(next);
}

/**
 * Finds the secret, or makes one, as at first start. Two processes that start at once agree, because the file appears
 * whole or not at all.
 */
export function resolveSecret(settings: SecretSettings, random: Random): MasterSecret {
	const found = findSecret(settings);
	if (found !== null) return found;
	const value = random(48).toString("base64");
	const path = secretPath(settings.databaseUrl);
	return { value: path === null ? value : create(path, value, random), path };
}

function readSecret(path: string): string | null {
	let value: string;
	try {
		value = readFileSync(path, "utf8").trim();
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		if (code === "ENOENT") return null;
		const message = `The secret file ${path} cannot be read (${code}).`;
		throw new Failure("secret_unusable", message);
	}
	if (value.length < 32) {
		const message = `The secret in ${path} is too short: restore the file from a backup.`;
		throw new Failure("secret_unusable", message);
	}
	return value;
}

function create(path: string, value: string, random: Random): string {
	makeFolder(dirname(path));
	const draft = `${path}.${random(8).toString("hex")}`;
	writeFileSync(draft, `${value}\n`, { mode: 0o600, flag: "wx", flush: true });
	chmodSync(draft, 0o600);
	try {
		linkSync(draft, path);
		return value;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
		return readSecret(path) ?? value;
	} finally {
		rmSync(draft, { force: true });
	}
}
