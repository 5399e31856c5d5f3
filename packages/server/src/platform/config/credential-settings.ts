/** How long credentials live, and how passwords are hashed. */
import { availableParallelism } from "node:os";
import { duration, integer, oneOf, optional, setting, text } from "./setting.ts";

export const credentialSettings = {
	tokenAlgorithm: setting(
		"TOKEN_ALGORITHM",
		"ES256",
		oneOf("ES256", "EdDSA", "RS256"),
		"Signature algorithm of new signing keys.",
	),
	tokenAudience: optional("TOKEN_AUDIENCE", text, "Claim `aud` of access tokens; the base URL unless set."),
	tokenLifetime: setting(
		"TOKEN_LIFETIME",
		"1h",
		duration("60s", "24h"),
		"Lifetime of an access token; renewable while the session lives.",
	),
	sessionIdle: setting(
		"SESSION_IDLE",
		"60m",
		duration("60s", "30d"),
		"A cookie session ends when unused for this long.",
	),
	sessionAbsolute: setting(
		"SESSION_ABSOLUTE",
		"12h",
		duration("60s", "30d"),
		"A session ends this long after authentication, used or not.",
	),
	cookieSessionsPerUser: setting(
		"COOKIE_SESSIONS_PER_USER",
		"20",
		integer(1, 10_000),
		"Above it, the cookie session idle for longest ends.",
	),
	tokenSessionsPerUser: setting(
		"TOKEN_SESSIONS_PER_USER",
		"1000",
		integer(1, 100_000),
		"Above it, the token session idle for longest ends.",
	),
	sessionRetention: setting(
		"SESSION_RETENTION",
		"24h",
		duration("1h", "365d"),
		"How long the row of an ended session is kept.",
	),
	renewalGrace: setting(
		"RENEWAL_GRACE",
		"30s",
		duration("1s", "5m"),
		"How long the secret before a renewal is still accepted, so that parallel requests succeed.",
	),
	reauthenticationWindow: setting(
		"REAUTHENTICATION_WINDOW",
		"15m",
		duration("60s", "12h"),
		"Ending other sessions requires an authentication no older than this.",
	),
	cookieSameSite: setting(
		"COOKIE_SAME_SITE",
		"Lax",
		oneOf("Lax", "Strict"),
		"SameSite attribute of the session cookie.",
	),
	deviceLifetime: setting(
		"DEVICE_LIFETIME",
		"90d",
		duration("1h", "365d"),
		"How long after a login a device stays known: guessing by others cannot lock its user out.",
	),
	preSessionLifetime: setting(
		"PRE_SESSION_LIFETIME",
		"2h",
		duration("60s", "24h"),
		"Lifetime of a CSRF token given before login.",
	),
	setupLinkLifetime: setting(
		"SETUP_LINK_LIFETIME",
		"24h",
		duration("60s", "30d"),
		"Lifetime of a setup link.",
	),
	signingKeyLifetime: setting(
		"SIGNING_KEY_LIFETIME",
		"90d",
		duration("1d", "3650d"),
		"A signing key is rotated after this long.",
	),
	sealingKeyLifetime: setting(
		"SEALING_KEY_LIFETIME",
		"90d",
		duration("1d", "3650d"),
		"A key that seals CSRF tokens, device cookies, setup links and signing keys is rotated after this long.",
	),
	passwordMinimum: setting(
		"PASSWORD_MINIMUM",
		"15",
		integer(8, 64),
		"Fewest code points of a new password (NIST SP 800-63B-4: 15 for a single factor).",
	),
	hashMemory: setting("HASH_MEMORY", "19456", integer(8, 262_144), "argon2id memory in KiB."),
	hashPasses: setting("HASH_PASSES", "2", integer(1, 16), "argon2id passes."),
	hashParallelism: setting("HASH_PARALLELISM", "1", integer(1, 16), "argon2id lanes."),
	hashThreads: setting(
		"HASH_THREADS",
		String(availableParallelism()),
		integer(1, 256),
		"Threads that hash; one per core unless set. Memory ceiling: threads × memory.",
	),
	hashQueue: setting(
		"HASH_QUEUE",
		"256",
		integer(1, 10_000),
		"Logins that may wait for a hashing thread, per priority; further ones are answered 503.",
	),
	hashDeadline: setting(
		"HASH_DEADLINE",
		"2s",
		duration("100ms", "60s"),
		"A login that has waited this long is answered 503.",
	),
} as const;
