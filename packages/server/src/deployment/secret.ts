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

/** Every secret with which this process may start: the one configured, and the one to come. */
export function findSecrets(settings: SecretSettings): MasterSecret[] {
	const { secretNext, secretNextFile, databaseUrl } = settings;
	const beside = secretPath(databaseUrl);
	const prepared = beside === null ? null : readSecret(nextSecretPath(beside));
	return [
		findSecret(settings),
		secretNext === null
			? null
			: ({
					value: secretNext,
					source: secretNextFile === null ? "environment" : "file",
					path: secretNextFile,
				} as const),
		prepared === null || beside === null
			? null
			: ({ value: prepared, source: "file", path: nextSecretPath(beside) } as const),
	].filter((found) => found !== null);
}

/** Where a new secret lies for the moment in which the database moves to it. */
export function nextSecretPath(path: string): string {
	return `${path}.next`;
}

/** Writes a new secret where a crash at any moment leaves one that fits; `settle` puts it in its place. */
export function prepareSecretFile(path: string, random: Random): { value: string; settle: () => void } {
	const next = nextSecretPath(path);
	const value = readSecret(next) ?? create(next, random(48).toString("base64"), random);
	return { value, settle: () => renameSync(next, path) };
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
	writeFileSync(draft, `${value}\n`, { mode: 0o600, flag: "wx" });
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
