import type { AccessKey } from "../../identity/access-key/access-key.ts";
import { countLivingKeys } from "../../identity/access-key/access-key-store.ts";
import type { KeyLimits } from "../../identity/access-key/new-access-key.ts";
import { readAddresses } from "../../identity/access-key/read-key-limits.ts";
import type { User } from "../../identity/user/user.ts";
import type { Config } from "../../platform/config/config.ts";
import { isReserved, reservedScopes } from "../../platform/config/scopes.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { invalid, LoginError } from "../../platform/errors.ts";
import { DAY } from "../../platform/lib/clock.ts";
import { isName } from "../../platform/lib/plain-text.ts";

const LONGEST_KEY_NAME = 64;
const USUAL_DAYS = 90;
const MOST_KEYS = 50;
/** Of all names together: a token of the key must not be longer than verifiers take. */
const LONGEST_SCOPES = 1024;

/** What is asked for, as it came. */
export interface AskedLimits {
	name: string;
	days?: number | undefined;
	role?: User["role"];
	scopes?: readonly string[];
	addresses?: readonly string[];
}

type KeySettings = Pick<Config, "accessKeys" | "accessKeyMaximum" | "scopes">;

/**
 * What a key of this user will be limited to. Reserved scopes administer this service, so a key has nothing else beside them: its token has
 * no reason to be sent elsewhere. They are given to service accounts, by an operator. Throws validation_failed, forbidden.
 */
export function readKeyLimits(
	asked: AskedLimits,
	config: KeySettings,
	user: Pick<User, "kind" | "role">,
): KeyLimits {
	const { name, days = USUAL_DAYS, role = "user", scopes = [], addresses = [] } = asked;
	requireKeyName(name);
	const most = Math.floor(config.accessKeyMaximum / DAY);
	if (days > most) throw invalid("/days", "too_long", `An access key lives for at most ${most} days here.`);
	if (role === "admin" && user.role !== "admin")
		throw new LoginError("forbidden", "Only an admin has keys of the role admin.");
	const known: readonly string[] =
		user.kind === "service" ? [...config.scopes, ...reservedScopes] : config.scopes;
	for (const [at, scope] of scopes.entries())
		if (!known.includes(scope)) throw invalid(`/scopes/${at}`, "unknown", unknownScope(known));
	if (scopes.some(isReserved) && !scopes.every(isReserved))
		throw invalid("/scopes", "mixed", "A key that administers has scopes that begin with sallyport: alone.");
	if (scopes.join(" ").length > LONGEST_SCOPES)
		throw invalid("/scopes", "too_long", `The scopes of a key have ${LONGEST_SCOPES} characters at most.`);
	return {
		name,
		role,
		scopes: scopes.length === 0 ? null : scopes,
		addresses: readAddresses(addresses),
		lifetimeDays: days,
	};
}

/** Keys that were rotated are on their way out, and do not count. Throws access_key_limit. */
export async function requireRoom(queries: Queryable, userId: string, now: number): Promise<void> {
	if ((await countLivingKeys(queries, userId, now)) >= MOST_KEYS) throw new LoginError("access_key_limit");
}

/** Throws validation_failed: a list of keys must show which is which. */
export function requireKeyName(name: string): void {
	if (isName(name, LONGEST_KEY_NAME)) return;
	throw invalid("/name", "malformed", "Choose a name of 1 to 64 characters that can all be seen.");
}

/** The limits of a key, for the one that takes its place: never more than it had, and never longer than is allowed now. */
export function limitsOfKey(
	key: AccessKey,
	{ accessKeyMaximum }: Pick<Config, "accessKeyMaximum">,
): KeyLimits {
	const { name, role, scopes, addresses } = key;
	return {
		name,
		role,
		scopes,
		addresses,
		lifetimeDays: Math.min(key.lifetimeDays, Math.floor(accessKeyMaximum / DAY)),
	};
}

function unknownScope(known: readonly string[]): string {
	if (known.length > 0)
		return `The scopes here are ${known.join(", ")}. SALLYPORT_SCOPES names those of your APIs.`;
	return "There are no scopes here: SALLYPORT_SCOPES names them. Leave scopes out.";
}
