import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Random } from "../lib/random.ts";

/** Where the secret came from, so that `doctor` can say it. */
export interface MasterSecret {
	value: string;
	source: "environment" | "file" | "memory";
	path: string | null;
}

/**
 * The configured secret, else that of the 0600 file beside the SQLite database, made at first start. Two processes that
 * start at once agree, because the file appears whole or not at all.
 */
export function resolveSecret(
	config: { secret: string | null; databaseUrl: string },
	random: Random,
): MasterSecret {
	if (config.secret !== null) return { value: config.secret, source: "environment", path: null };
	const make = () => random(48).toString("base64");
	if (config.databaseUrl === "sqlite::memory:") return { value: make(), source: "memory", path: null };
	const database = resolve(config.databaseUrl.slice("sqlite:".length));
	const path = `${database}.secret`;
	const value = readSecret(path) ?? create(path, make(), random);
	if (value.length < 32)
		throw new Error(`The secret in ${path} is too short; restore the file from a backup.`);
	return { value, source: "file", path };
}

function readSecret(path: string): string | null {
	try {
		return readFileSync(path, "utf8").trim();
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
		throw error;
	}
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
