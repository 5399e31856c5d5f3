/** How long credentials live, and how passwords are hashed. */
import { availableParallelism } from "node:os";
import { parseScopes } from "./scopes.ts";
import { duration, integer, oneOf, optional, setting, text } from "./setting.ts";
import { parseTokenClaims } from "./token-claims.ts";

const MOST_WAITING = 10_000;

/** A little more than a core hashes within the deadline, at the defaults (docs/scale.md): more would wait in vain. */
export function hashQueueOf(cores: number): number {
	return Math.min(Math.max(256, 128 * cores), MOST_WAITING);
}

export const credentialSettings = {
	tokenAlgorithm: setting("ES256", oneOf("ES256", "EdDSA", "RS256")).means(
		"Signature algorithm of new signing keys.",
	),
	tokenAudience: optional(text).means("Claim `aud` of access tokens; the base URL unless set."),
	tokenClaims: setting("", parseTokenClaims).means(
		"What access tokens say of their user besides `role`, separated by commas: `groups`, `preferred_username`, `name`, `email`, names of [attributes](people.md). Anyone with a token can read it.",
	),
	tokenLifetime: setting("1h", duration("60s", "24h")).means(
		"Lifetime of an access token; renewable while the session lives.",
	),
	sessionIdle: setting("60m", duration("60s", "30d")).means(
		"A cookie session ends when unused for this long.",
	),
	sessionAbsolute: setting("12h", duration("60s", "30d")).means(
		"A session ends this long after authentication, used or not.",
	),
	remember: setting("30d", duration("0s", "365d")).means(
		"How long a user who ticks *Stay logged in* stays logged in, used or not; the cookie outlives the browser. Changes apply to later logins. `0s`: not offered.",
	),
	rememberIdle: setting("14d", duration("60s", "365d")).means(
		"Such a session ends when unused for this long, but never sooner than others do.",
	),
	cookieSessionsPerUser: setting("20", integer(1, 10_000)).means(
		"Most cookie sessions of a user; one more ends the one idle for longest.",
	),
	tokenSessionsPerUser: setting("1000", integer(1, 100_000)).means(
		"Most token sessions of a user; one more ends the one idle for longest.",
	),
	sessionRetention: setting("24h", duration("1h", "365d")).means(
		"How long the row of an ended session is kept.",
	),
	renewalGrace: setting("30s", duration("1s", "5m")).means(
		"How long the secret before a renewal is still accepted, so that parallel requests succeed.",
	),
	reauthenticationWindow: setting("15m", duration("60s", "12h")).means(
		"Ending other sessions, adding, removing or switching factors, new recovery codes, another e-mail address, the export of data and, with two-step login, a new password require an authentication no older than this.",
	),
	totpDrift: setting("1", integer(0, 2)).means(
		"Time steps of 30 s by which the clock of an authenticator app may differ, either way.",
	),
	secondFactor: setting("optional", oneOf("optional", "admins", "everybody")).means(
		"Who must have a second factor; for others it is optional.",
	),
	secondFactorGrace: setting("7d", duration("0s", "90d")).means(
		"How long after the first login under that rule a user may go on without one; `0s`: not at all.",
	),
	secondFactorTrust: setting("0s", duration("0s", "30d")).means(
		"How long a user, but no admin, may trust a device: a login there takes the password alone, and counts as one factor. `0s`: no device is trusted.",
	),
	cookieSameSite: setting("Lax", oneOf("Lax", "Strict")).means("SameSite attribute of the session cookie."),
	deviceLifetime: setting("90d", duration("1h", "365d")).means(
		"How long after a login a device stays known: guessing by others cannot lock its user out.",
	),
	preSessionLifetime: setting("2h", duration("60s", "24h")).means(
		"Lifetime of a CSRF token given before login.",
	),
	setupLinkLifetime: setting("24h", duration("60s", "30d")).means("Lifetime of a setup link."),
	signingKeyLifetime: setting("90d", duration("1d", "3650d")).means(
		"A signing key is rotated after this long.",
	),
	sealingKeyLifetime: setting("90d", duration("1d", "3650d")).means(
		"A key that seals CSRF tokens, device cookies, setup links, waiting mails, authenticator apps and signing keys is rotated after this long.",
	),
	passwordMinimum: setting("15", integer(8, 64)).means(
		"Fewest code points of a new password (NIST SP 800-63B-4: 15 for a single factor).",
	),
	accessKeys: setting("everyone", oneOf("everyone", "admins", "service", "none")).means(
		"Who may have [access keys](access-keys.md) for programs: everyone, admins and service accounts, service accounts alone, or no user. Keys of all others that were made before are refused at the next login and renewal. A key asks for no second factor.",
	),
	accessKeyMaximum: setting("400d", duration("1d", "400d")).means("The longest that an access key may live."),
	scopes: setting("", parseScopes).means(
		"Names of what your APIs tell apart, such as `reports:read`, separated by spaces or commas: an access key can be limited to some of them. At most 64.",
	),
	// The floor of OWASP and ASVS 11.4.2 for argon2id.
	hashMemory: setting("19456", integer(8, 262_144)).means("argon2id memory in KiB."),
	hashPasses: setting("2", integer(1, 16)).means("argon2id passes."),
	hashParallelism: setting("1", integer(1, 16)).means("argon2id lanes."),
	hashThreads: setting(String(availableParallelism()), integer(1, 256)).means(
		"Threads that hash; one per core unless set. Memory ceiling: threads × memory.",
	),
	hashQueue: setting(String(hashQueueOf(availableParallelism())), integer(1, MOST_WAITING)).means(
		"Logins that may wait for a hashing thread, per priority; further ones are answered 503.",
	),
	hashDeadline: setting("2s", duration("100ms", "60s")).means(
		"A login that has waited this long is answered 503.",
	),
} as const;
