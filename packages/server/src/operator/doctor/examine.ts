/**
 * Examines a deployment from the inside (settings, database, secret, keys, users) and, while the service runs, by HTTP, as
 * users reach it. Changes nothing.
 */
import { existsSync } from "node:fs";
import { requireDatabaseOfSecret } from "../../open-deployment.ts";
import { type Check, type Finding, failed, inLanguage, warning } from "../../operations/examination/check.ts";
import { checkMailServer } from "../../operations/examination/check-mail.ts";
import { examineDeployment } from "../../operations/examination/examine-deployment.ts";
import type { Config } from "../../platform/config/config.ts";
import { sqliteFile } from "../../platform/database/open.ts";
import { systemClock } from "../../platform/lib/clock.ts";
import { Failure } from "../../platform/lib/failure.ts";
import { PROGRAM } from "../../platform/lib/package-root.ts";
import { systemRandom } from "../../platform/lib/random.ts";
import { checkLibraries } from "./check-libraries.ts";
import { checkListeners } from "./check-listeners.ts";
import { checkBaseUrl, checkClientAddress, checkCookie } from "./check-responses.ts";
import { checkFolder, checkRuntime, checkSettings } from "./check-settings.ts";

export async function* examine(): AsyncGenerator<Check> {
	const config = yield* checkSettings();
	if (config === null) return;
	yield* checkRuntime(config);
	yield* checkLibraries();
	const file = sqliteFile(config.databaseUrl);
	if (file !== null) yield checkFolder(file);
	const hasDatabase = file === null || existsSync(file);
	if (hasDatabase) yield* inEnglish(examineDeployment(config, { clock: systemClock, random: systemRandom }));
	else yield checkAbsence(config, file);
	yield* checkMailServer(config);
	const running = yield* checkListeners(config, hasDatabase);
	const reached = yield* checkBaseUrl(config, running, systemClock);
	if (!reached) return;
	yield await checkCookie(config);
	yield await checkClientAddress(config);
}

async function* inEnglish(findings: AsyncIterable<Finding>): AsyncGenerator<Check> {
	for await (const finding of findings) yield inLanguage(finding, "en");
}

/** Before a first start, or when the database is lost: then its secret is still there. */
function checkAbsence(config: Config, file: string): Check {
	try {
		requireDatabaseOfSecret(config);
		return warning("database", `there is none yet at ${file}`, `The first start makes it: ${PROGRAM} serve`);
	} catch (error) {
		if (!(error instanceof Failure)) throw error;
		return failed("database", error.message, "The service does not start until this is repaired.");
	}
}
