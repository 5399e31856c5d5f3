import { LEEWAY } from "./claims.ts";
import type { Principal } from "./principal.ts";
import { readScopes } from "./scopes.ts";

/** How strong an authentication is: one factor, several, or several that no attacker can phish. */
export type Acr = "aal1" | "aal2" | "phr";

/** What a route requires of the caller, besides a login. */
export interface Demand {
	/** The least strength. */
	acr?: Acr | undefined;
	/** How long ago it was at most: milliseconds, at least 1000; a fraction of a second does not count. */
	maxAge?: number | undefined;
	/** A group that the caller must be in. */
	group?: string | undefined;
	/**
	 * What an access key must be good for: the name of a scope, or several with a space between them, all of which are required.
	 * A key that is limited to scopes passes nowhere else. People, and keys without scopes, always have it.
	 */
	scope?: string | undefined;
}

/** In the units of the service. */
export interface ReadDemand {
	acr: Acr | undefined;
	/** Seconds. */
	maxAge: number | undefined;
	group: string | undefined;
	/** Empty: none is required. */
	scopes: readonly string[];
}

/** From the weakest on. */
const STRENGTHS: readonly string[] = ["aal1", "aal2", "phr"];
const LONGEST = 999_999_999_000;
const GROUP_NAME = /^[a-z0-9][a-z0-9._:-]{0,47}$/;

/** Throws a TypeError that names the mistake: a requirement that is not understood must not let callers pass. */
export function readDemand(demand: Demand = {}): ReadDemand {
	if (typeof demand !== "object" || demand === null) throw new TypeError("A requirement is an object.");
	const { acr, maxAge, group, scope, ...unknown } = demand;
	const [name] = Object.keys(unknown);
	if (name !== undefined)
		throw new TypeError(`A requirement has the members acr, maxAge, group and scope, and not ${name}.`);
	if (acr !== undefined && !STRENGTHS.includes(acr)) throw new TypeError(`acr is ${STRENGTHS.join(", ")}.`);
	if (maxAge !== undefined && !(maxAge >= 1000 && maxAge <= LONGEST))
		throw new TypeError(`maxAge is a number of milliseconds, from 1000 to ${LONGEST}.`);
	if (group !== undefined && (typeof group !== "string" || !GROUP_NAME.test(group)))
		throw new TypeError("group is the name of a group: a-z, 0-9 and ._:-, at most 48 characters.");
	const scopes = scope === undefined ? [] : typeof scope === "string" ? readScopes(scope) : null;
	if (scopes === null)
		throw new TypeError("scope is the name of a scope, or several with one space between them (RFC 6749).");
	return { acr, maxAge: maxAge === undefined ? undefined : Math.floor(maxAge / 1000), group, scopes };
}

/**
 * Whether what a caller is limited to covers what is required. A key with scopes gets in nowhere but where some are required: a
 * route that was forgotten refuses it.
 */
export function isInScope({ scopes }: Principal, { scopes: required }: ReadDemand): boolean {
	return scopes === null || (required.length > 0 && required.every((name) => scopes.includes(name)));
}

/** Whether a caller is in the group that is required. */
export function isMember({ groups }: Principal, { group }: ReadDemand): boolean {
	return group === undefined || groups.includes(group);
}

/** Whether a caller's authentication is enough. No program's ever is: no person has authenticated. */
export function isEnough(
	{ acr, authenticatedAt, accessKeyId }: Principal,
	demand: ReadDemand,
	/** Milliseconds since the epoch. */
	now: number,
): boolean {
	if (demand.acr === undefined && demand.maxAge === undefined) return true;
	if (accessKeyId !== null) return false;
	const strength = STRENGTHS.indexOf(acr);
	if (strength < STRENGTHS.indexOf(demand.acr ?? "aal1")) return false;
	if (demand.maxAge === undefined) return true;
	const age = now - authenticatedAt;
	// Clocks differ a little. What lies further in the future is no time of an authentication.
	return age >= -LEEWAY * 1000 && age <= demand.maxAge * 1000;
}

/** All that would do, the weakest first. */
export function acrValues(acr: Acr): string {
	return STRENGTHS.slice(STRENGTHS.indexOf(acr)).join(" ");
}
