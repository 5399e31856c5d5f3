import { MOST_COUNTED } from "../../identity/user/group-store.ts";
import { countWithAdmins } from "../../identity/user/user-list-store.ts";
import type { Locale } from "../../platform/config/appearance-settings.ts";
import type { Config } from "../../platform/config/config.ts";
import { type OpenedDatabase, openDatabase } from "../../platform/database/open.ts";
import type { Clock } from "../../platform/lib/clock.ts";
import { cause } from "../../platform/lib/failure.ts";
import type { Random } from "../../platform/lib/random.ts";
import type { Platform } from "../../platform/platform.ts";
import { type Finding, failed, inLanguage } from "./check.ts";
import { checkAccessKeys } from "./check-access-keys.ts";
import { checkApplications } from "./check-applications.ts";
import { checkDatabase, checkSigningKey, checkUsers } from "./check-database.ts";
import { checkAdminsHaveFactor, checkAppsOpen, checkTwoStepLogin } from "./check-factors.ts";
import { checkMails } from "./check-mail.ts";
import { checkSecret } from "./check-secret.ts";
import { titles } from "./titles.ts";

interface Surroundings {
	clock: Clock;
	random: Random;
	/**
	 * That of a service that runs. It answers others too: what reads every user and every authenticator app is left out. What is wrong
	 * with the database is in its log: a message may name hosts and paths.
	 */
	running?: OpenedDatabase;
}

/** A deployment from the inside: database, secret, keys, users. Changes nothing, and works on one that does not start. */
export async function* examineDeployment(
	config: Config,
	{ clock, random, running }: Surroundings,
): AsyncGenerator<Finding> {
	try {
		await using closing = new AsyncDisposableStack();
		const opened = running ?? (await openDatabase(config.databaseUrl, { statementTimeout: false }));
		if (running === undefined) closing.defer(opened.close);
		const { database } = opened;
		const hasTables = yield* checkDatabase(config, opened, clock);
		if (!hasTables) return;
		const keyring = yield* checkSecret(config, database, random);
		if (keyring !== null) {
			yield await checkSigningKey(config, database, keyring, clock);
			if (running === undefined) yield* checkAppsOpen(database, keyring);
		}
		const most = running === undefined ? Number.MAX_SAFE_INTEGER : MOST_COUNTED;
		const { count: all, admins } = await countWithAdmins(database, most);
		const users = { all, orMore: all === most, admins };
		yield await checkUsers(users, database, clock);
		if (running === undefined) {
			yield* checkTwoStepLogin(database);
			yield* checkAdminsHaveFactor(config, users);
		}
		yield* checkAccessKeys(database, clock);
		yield* checkApplications(opened, config, clock);
		yield* checkMails(config, database);
	} catch (error) {
		const why = cause(error);
		const fact =
			running === undefined
				? { en: why, de: `Sie ist nicht zu gebrauchen: „${why}“` }
				: { en: "the database cannot be used", de: "Die Datenbank ist nicht zu gebrauchen." };
		yield failed("database", fact, {
			en: "Check SALLYPORT_DATABASE_URL, and that the database runs.",
			de: "Prüfen Sie SALLYPORT_DATABASE_URL, und ob die Datenbank läuft.",
		});
	}
}

/** A service that runs, for readers of one language. */
export async function examineService(
	{ config, clock, random, opened }: Pick<Platform, "config" | "clock" | "random" | "opened">,
	locale: Locale,
) {
	const found = await Array.fromAsync(examineDeployment(config, { clock, random, running: opened }));
	return found.map((finding) => {
		const { name, ...said } = inLanguage(finding, locale);
		return { name, title: { en: name, ...titles[finding.name] }[locale], ...said };
	});
}
