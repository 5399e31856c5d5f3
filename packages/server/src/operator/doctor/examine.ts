/**
 * Examines a deployment from the inside (settings, database, secret, keys, users) and, while the service runs, by HTTP, as
 * users reach it. Changes nothing.
 */
import { existsSync } from "node:fs";
import type { Config, Tolerate } from "../../platform/config/config.ts";
import { openDatabase, sqliteFile } from "../../platform/database/open.ts";
import type { Clock } from "../../platform/lib/clock.ts";
import type { Random } from "../../platform/lib/random.ts";
import { type Check, failed, warning } from "./check.ts";
import { checkBaseUrl } from "./check-base-url.ts";
import { checkClientAddress } from "./check-client-address.ts";
import { checkCookie } from "./check-cookie.ts";
import { checkDatabase } from "./check-database.ts";
import { checkListeners } from "./check-listeners.ts";
import { checkRuntime } from "./check-runtime.ts";
import { checkSecret } from "./check-secret.ts";
import { checkSettings } from "./check-settings.ts";
import { checkSigningKeys } from "./check-signing-keys.ts";
import { checkUsers } from "./check-users.ts";

interface Surroundings {
	load: (tolerate: Tolerate) => Config;
	clock: Clock;
	random: Random;
	/** Describes the error of a database that cannot be used. */
	explain: (error: unknown) => string;
}

export async function examine(surroundings: Surroundings): Promise<Check[]> {
	const { config, checks } = checkSettings(surroundings.load);
	if (config === null) return checks;
	return [
		...checks,
		...checkRuntime(config),
		...(await examineInside(config, surroundings)),
		...(await examineOutside(config, surroundings.clock)),
	];
}

/** The path of a SQLite file that does not exist yet; otherwise null. */
function missingFile({ databaseUrl }: Config): string | null {
	const file = sqliteFile(databaseUrl);
	return file !== null && !existsSync(file) ? file : null;
}

async function examineInside(config: Config, { clock, random, explain }: Surroundings): Promise<Check[]> {
	const file = missingFile(config);
	if (file !== null) {
		return [warning("database", `there is none yet at ${file}`, "The first start makes it: sallyport serve")];
	}
	const checks: Check[] = [];
	try {
		const opened = await openDatabase(config.databaseUrl, { statementTimeout: false });
		try {
			const { database } = opened;
			checks.push(...(await checkDatabase(config, opened, clock)));
			if (checks.some(({ name, status }) => name === "tables" && status !== "ok")) return checks;
			const { keyring, checks: ofSecret } = await checkSecret(config, database, random);
			checks.push(...ofSecret);
			if (keyring !== null) checks.push(...(await checkSigningKeys(config, database, keyring, clock)));
			checks.push(...(await checkUsers(database, clock)));
		} finally {
			await opened.close();
		}
	} catch (error) {
		const advice = "Check SALLYPORT_DATABASE_URL, and that the database runs.";
		checks.push(failed("database", explain(error), advice));
	}
	return checks;
}

async function examineOutside(config: Config, clock: Clock): Promise<Check[]> {
	const listeners = await checkListeners(config, { hasDatabase: missingFile(config) === null });
	const base = await checkBaseUrl(config, listeners.running, clock);
	const checks = [...listeners.checks, ...base.checks];
	if (!base.reached) return checks;
	return [...checks, ...(await checkCookie(config)), ...(await checkClientAddress(config))];
}
