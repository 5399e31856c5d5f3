import { isRequired } from "../../identity/factor/policy.ts";
import { openTotpSecret, sealedTotpSecrets } from "../../identity/factor/sealed-totp-secrets.ts";
import { listEveryTotpSecret } from "../../identity/factor/totp-store.ts";
import { userState } from "../../identity/user/user.ts";
import { countInTwoSteps } from "../../identity/user/user-list-store.ts";
import type { Config } from "../../platform/config/config.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { openWith } from "../../platform/keys/open-stored.ts";
import type { SealingKeyring } from "../../platform/keys/sealing-keyring.ts";
import { PROGRAM } from "../../platform/lib/package-root.ts";
import { type CountedUsers, type Finding, failed, firstOf, ok, warning } from "./check.ts";

/** How many users have two-step login, and who of them is lost with the phone. Nothing where no user has it. */
export async function* checkTwoStepLogin(queries: Queryable): AsyncGenerator<Finding> {
	const { all, covered } = await countInTwoSteps(queries);
	if (all > 0)
		yield ok("two-step login", {
			en: `on for ${all}, of whom ${all - covered} have no recovery codes left`,
			de: `Bei ${all} an; davon ohne Wiederherstellungscodes: ${all - covered}.`,
		});
}

/** Which admins still log in by the password alone where the service requires more. Nothing where it requires nothing of admins. */
export function* checkAdminsHaveFactor(
	config: Pick<Config, "secondFactor" | "secondFactorGrace">,
	{ admins }: CountedUsers,
): Generator<Finding> {
	if (!isRequired(config, { role: "admin" })) return;
	const active = admins.filter((user) => userState(user) === "active");
	const lacking = active.filter(({ secondFactorAt }) => secondFactorAt === null);
	if (lacking.length === 0) return;
	const names = firstOf(lacking.map(({ username }) => username));
	const fact = {
		en: `SALLYPORT_SECOND_FACTOR=${config.secondFactor} requires one, and these admins have none: ${names}`,
		de: `SALLYPORT_SECOND_FACTOR=${config.secondFactor} verlangt einen, und diese Admins haben keinen: ${names}.`,
	};
	const advice = {
		en: `They turn it on at /account/security. When it is overdue, it can be added only at login on a device that the user has used before; ${PROGRAM} user reset NAME gives a link that adds one anywhere.`,
		de: `Einschalten können sie ihn unter /account/security. Ist die Frist vorbei, geht das nur noch beim Anmelden auf einem Gerät, das der Benutzer schon benutzt hat; ${PROGRAM} user reset NAME gibt einen Link, mit dem es überall geht.`,
	};
	yield warning("second factors", fact, advice);
}

/** Whether every authenticator app opens under the current keys. Nothing where there is none. */
export async function* checkAppsOpen(queries: Queryable, keyring: SealingKeyring): AsyncGenerator<Finding> {
	const open = openWith(keyring.box(sealedTotpSecrets.label));
	const apps = await listEveryTotpSecret(queries);
	if (apps.length === 0) return;
	const shut: string[] = [];
	for (const app of apps) if ((await openTotpSecret(open, app)) === null) shut.push(app.username);
	if (shut.length === 0)
		yield ok("authenticator apps", {
			en: `${apps.length} open under the present keys`,
			de: `Die jetzigen Schlüssel öffnen alle ${apps.length}.`,
		});
	else {
		const fact = {
			en: `${shut.length} of ${apps.length} do not open under the present keys, and no code of them is right: ${firstOf(shut)}`,
			de: `Die jetzigen Schlüssel öffnen ${shut.length} von ${apps.length} nicht, und keiner ihrer Codes gilt: ${firstOf(shut)}.`,
		};
		const advice = {
			en: `If that came with a restore, restore database and secret from the same backup. Else these users log in with a recovery code and add the app again, or need ${PROGRAM} user reset NAME --second-factor.`,
			de: `Ist das seit einer Wiederherstellung so, stellen Sie Datenbank und Geheimnis aus demselben Backup wieder her. Sonst melden sich diese Benutzer mit einem Wiederherstellungscode an und fügen die App neu hinzu, oder brauchen ${PROGRAM} user reset NAME --second-factor.`,
		};
		yield failed("authenticator apps", fact, advice);
	}
}
