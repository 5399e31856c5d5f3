import { MOST_COUNTED } from "../../identity/user/group-store.ts";
import { countWithAdmins } from "../../identity/user/user-list-store.ts";
import type { Config } from "../../platform/config/config.ts";
import { type OpenedDatabase, openDatabase } from "../../platform/database/open.ts";
import type { Clock } from "../../platform/lib/clock.ts";
import type { Random } from "../../platform/lib/random.ts";
import { type Check, failed } from "./check.ts";
import { checkAccessKeys } from "./check-access-keys.ts";
import { checkApplications } from "./check-applications.ts";
import { checkDatabase, checkSigningKey, checkUsers } from "./check-database.ts";
import { checkAdminsHaveFactor, checkAppsOpen, checkTwoStepLogin } from "./check-factors.ts";
import { checkMails } from "./check-mail.ts";
import { checkSecret } from "./check-secret.ts";

interface Surroundings {
	clock: Clock;
	random: Random;
	/** Describes the error of a database that cannot be used. */
	explain: (error: unknown) => string;
	/** That of a service that runs. It answers others too: what reads every user and every authenticator app is left out. */
	running?: OpenedDatabase;
}

/** A deployment from the inside: database, secret, keys, users. Changes nothing, and works on one that does not start. */
export async function* examineDeployment(
	config: Config,
	{ clock, random, explain, running }: Surroundings,
): AsyncGenerator<Check> {
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
		yield* checkApplications(database, config, clock);
		yield* checkMails(config, database);
	} catch (error) {
		const advice = "Check SALLYPORT_DATABASE_URL, and that the database runs.";
		yield failed("database", explain(error), advice);
	}
}
