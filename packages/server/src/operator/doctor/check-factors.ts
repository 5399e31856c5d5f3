import { listOwnersOfRecoveryCodes } from "../../identity/factor/recovery-code-store.ts";
import { openTotpSecret, sealedTotpSecrets } from "../../identity/factor/sealed-totp-secrets.ts";
import { listEveryTotpSecret } from "../../identity/factor/totp-store.ts";
import { listUsers } from "../../identity/user/user-store.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import type { SealingKeyring } from "../../platform/keys/sealing-keyring.ts";
import { PROGRAM } from "../../platform/lib/package-root.ts";
import { type Check, failed, ok } from "./check.ts";

/** The first ones are named. */
const MOST_NAMES = 5;

/** How many users have two-step login, and who of them is lost with the phone. Nothing where no user has it. */
export async function* checkTwoStepLogin(queries: Queryable): AsyncGenerator<Check> {
	const users = (await listUsers(queries)).filter(({ secondFactorAt }) => secondFactorAt !== null);
	if (users.length === 0) return;
	const owners = new Set(await listOwnersOfRecoveryCodes(queries));
	const lacking = users.filter(({ id }) => !owners.has(id)).length;
	yield ok("two-step login", `on for ${users.length}, of whom ${lacking} have no recovery codes left`);
}

/** Whether every authenticator app opens under the present keys. Nothing where there is none. */
export async function* checkAppsOpen(queries: Queryable, keyring: SealingKeyring): AsyncGenerator<Check> {
	const box = keyring.box(sealedTotpSecrets.label);
	const apps = await listEveryTotpSecret(queries);
	if (apps.length === 0) return;
	const shut = apps.filter((app) => openTotpSecret(box, app) === null).map(({ username }) => username);
	if (shut.length === 0) yield ok("authenticator apps", `${apps.length} open under the present keys`);
	else {
		const more = shut.length > MOST_NAMES ? " …" : "";
		const names = `${shut.slice(0, MOST_NAMES).join(", ")}${more}`;
		const fact = `${shut.length} of ${apps.length} do not open under the present keys, and no code of them is right: ${names}`;
		const advice = `If that came with a restore, restore database and secret from the same backup. Else these users log in with a recovery code and add the app again, or need ${PROGRAM} user reset NAME --second-factor.`;
		yield failed("authenticator apps", fact, advice);
	}
}
