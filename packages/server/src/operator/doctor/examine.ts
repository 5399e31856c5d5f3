/**
 * Examines a deployment from the inside (settings, database, secret, keys, users) and, while the service runs, by HTTP, as
 * users reach it. Changes nothing.
 */
import { existsSync } from "node:fs";
import { listUsers } from "../../identity/user/user-list-store.ts";
import { demandDatabaseOfSecret } from "../../open-deployment.ts";
import type { Config, Tolerate } from "../../platform/config/config.ts";
import { openDatabase, sqliteFile } from "../../platform/database/open.ts";
import type { Clock } from "../../platform/lib/clock.ts";
import { Failure } from "../../platform/lib/failure.ts";
import { PROGRAM } from "../../platform/lib/package-root.ts";
import type { Random } from "../../platform/lib/random.ts";
import { type Check, failed, warning } from "../../operations/examination/check.ts";
import { checkDatabase, checkSigningKey, checkUsers } from "../../operations/examination/check-database.ts";
import { checkAdminsHaveFactor, checkAppsOpen, checkTwoStepLogin } from "../../operations/examination/check-factors.ts";
import { checkLibraries } from "./check-libraries.ts";
import { checkListeners } from "./check-listeners.ts";
import { checkMailServer, checkMails } from "../../operations/examination/check-mail.ts";
import { checkBaseUrl, checkClientAddress, checkCookie } from "./check-responses.ts";
import { checkSecret } from "../../operations/examination/check-secret.ts";
import { checkFolder, checkRuntime, checkSettings } from "./check-settings.ts";

interface Surroundings {
	load: (tolerate: Tolerate) => Config;
	clock: Clock;
	random: Random;
	/** Describes the error of a database that cannot be used. */
	explain: (error: unknown) => string;
}

export async function* examine(surroundings: Surroundings): AsyncGenerator<Check> {
	const config = yield* checkSettings(surroundings.load);
	if (config === null) return;
	yield* checkRuntime(config);
	yield* checkLibraries();
	const file = sqliteFile(config.databaseUrl);
	if (file !== null) yield checkFolder(file);
	const hasDatabase = file === null || existsSync(file);
	if (hasDatabase) yield* examineInside(config, surroundings);
	else yield checkAbsence(config, file);
	yield* checkMailServer(config);
	const running = yield* checkListeners(config, hasDatabase);
	const reached = yield* checkBaseUrl(config, running, surroundings.clock);
	if (!reached) return;
	yield await checkCookie(config);
	yield await checkClientAddress(config);
}

/** Before a first start, or when the database is lost: then its secret is still there. */
function checkAbsence(config: Config, file: string): Check {
	try {
		demandDatabaseOfSecret(config);
		return warning("database", `there is none yet at ${file}`, `The first start makes it: ${PROGRAM} serve`);
	} catch (error) {
		if (!(error instanceof Failure)) throw error;
		return failed("database", error.message, "The service does not start until this is repaired.");
	}
}

async function* examineInside(
	config: Config,
	{ clock, random, explain }: Surroundings,
): AsyncGenerator<Check> {
	try {
		await using closing = new AsyncDisposableStack();
		const opened = await openDatabase(config.databaseUrl, { statementTimeout: false });
		closing.defer(opened.close);
		const { database } = opened;
		const hasTables = yield* checkDatabase(config, opened, clock);
		if (!hasTables) return;
		const keyring = yield* checkSecret(config, database, random);
		if (keyring !== null) {
			yield await checkSigningKey(config, database, keyring, clock);
			yield* checkAppsOpen(database, keyring);
		}
		const users = await listUsers(opened);
		yield await checkUsers(users, database, clock);
		yield* checkTwoStepLogin(users, database);
		yield* checkAdminsHaveFactor(config, users);
		yield* checkMails(config, database);
	} catch (error) {
		const advice = "Check SALLYPORT_DATABASE_URL, and that the database runs.";
		yield failed("database", explain(error), advice);
	}
}
