import { chmodSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { sqliteFile } from "../database/open.ts";
import type { Random } from "../lib/random.ts";
import { DeploymentError } from "./deployment-error.ts";

/** Where the secret came from, so that `doctor` can say it. */
export interface MasterSecret {
	value: string;
	source: "environment" | "file" | "memory";
	path: string | null;
}

interface SecretSettings {
	secret: string | null;
	secretFile: string | null;
	secretNext: string | null;
	secretNextFile: string | null;
	databaseUrl: string;
}

/** The configured secret, else that of the 0600 file beside the SQLite database; null when there is none yet. */
export function findSecret({ secret, secretFile, databaseUrl }: SecretSettings): MasterSecret | null {
	if (secret !== null) {
		return { value: secret, source: secretFile === null ? "environment" : "file", path: secretFile };
	}
	const path = secretPath(databaseUrl);
	const value = path === null ? null : readSecret(path);
	return value === null ? null : { value, source: "file", path };
}

/**
 * Every secret with which this process may start: the one configured, what lies beside the SQLite database now, where a command
 * may have replaced it since this process began, and the one to come.
 */
export function findSecrets(settings: SecretSettings): MasterSecret[] {
	const { secret, secretFile, secretNext, secretNextFile, databaseUrl } = settings;
	const beside = secretPath(databaseUrl);
	const fromFile = (path: string | null) => (path === null ? null : secretIn(path));
	const fromSetting = (value: string | null, path: string | null) =>
		value === null ? null : ({ value, source: path === null ? "environment" : "file", path } as const);
	return [
		fromSetting(secret, secretFile),
		// With no other place to look at, one that cannot be read is an error.
		secret === null ? findSecret(settings) : fromFile(beside),
		fromFile(beside === null ? null : nextSecretPath(beside)),
		fromSetting(secretNext, secretNextFile),
	].filter((found) => found !== null);
}

/** null also when the file holds none that can be read: it is one candidate of several. */
function secretIn(path: string): MasterSecret | null {
	try {
		const value = readSecret(path);
		return value === null ? null : { value, source: "file", path };
	} catch (error) {
		if (error instanceof DeploymentError) return null;
		throw error;
	}
}

/** Where a new secret lies for the moment in which the database moves to it. */
export function nextSecretPath(path: string): string {
	return `${path}.next`;
}

/**
 * Writes the secret to which the database is about to move. Under the lock of the deployment, so that what lies there is what an
 * interrupted rotation has left.
 */
export function writeNextSecret(
	path: string,
	value: string,
	{ isInForce, random }: { isInForce: (value: string) => boolean; random: Random },
): void {
	settleNextSecret(path, isInForce);
	create(nextSecretPath(path), value, random);
}

/** Puts the next secret in its place if it is the one in force, and removes it if not. Under the lock of the deployment. */
export function settleNextSecret(path: string, isInForce: (value: string) => boolean): void {
	const next = nextSecretPath(path);
	const value = readSecret(next);
	if (value === null) return;
	if (isInForce(value)) renameSync(next, path);
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
	if (path === null) return { value, source: "memory", path: null };
	return { value: create(path, value, random), source: "file", path };
}

/** Where the secret of a SQLite database lies unless configured; null for a database in memory. */
export function secretPath(databaseUrl: string): string | null {
	const database = sqliteFile(databaseUrl);
	return database === null ? null : `${database}.secret`;
}

function readSecret(path: string): string | null {
	let value: string;
	try {
		value = readFileSync(path, "utf8").trim();
	} catch (cause) {
		const { code } = cause as NodeJS.ErrnoException;
		if (code === "ENOENT") return null;
		throw new DeploymentError("secret_unusable", `The secret file ${path} cannot be read (${code}).`, {
			cause,
		});
	}
	if (value.length < 32) {
		const message = `The secret in ${path} is too short: restore the file from a backup.`;
		throw new DeploymentError("secret_unusable", message);
	}
	return value;
}

function create(path: string, value: string, random: Random): string {
	mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
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
