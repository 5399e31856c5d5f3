/**
 * Every setting, once: environment name, default, unit, meaning. docs/configuration.md is printed from it, and this is
 * the only file that reads the environment. A wrong or unknown SALLYPORT_* variable is reported together with all others.
 */
import { existsSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, resolve, sep } from "node:path";
import {
	parseCidrList,
	parseDuration,
	parseInteger,
	parseOrigins,
	parsePublicUrl,
	SettingError,
} from "./lib/parse-setting.ts";

interface Setting<T> {
	env: string;
	/** As it would be written in the environment; null: none. */
	default: string | null;
	description: string;
	parse: (text: string) => T;
}

const text = (value: string): string => value;
const flag = (value: string): boolean => {
	if (value === "true" || value === "false") return value === "true";
	throw new SettingError("write true or false");
};
const oneOf =
	<const T extends string>(...choices: T[]) =>
	(value: string): T => {
		const found = choices.find((choice) => choice === value);
		if (found === undefined) throw new SettingError(`write one of ${choices.join(", ")}`);
		return found;
	};
const integer = (least: number, most: number) => (value: string) => parseInteger(value, least, most);
const duration = (least: string, most: string) => (value: string) => parseDuration(value, least, most);

function setting<T>(
	env: string,
	fallback: string,
	parse: (text: string) => T,
	description: string,
): Setting<T> {
	return { env: `SALLYPORT_${env}`, default: fallback, parse, description };
}

function optional<T>(env: string, parse: (text: string) => T, description: string): Setting<T | null> {
	return { env: `SALLYPORT_${env}`, default: null, parse, description };
}

export const settings = {
	baseUrl: setting(
		"BASE_URL",
		"http://localhost:8400",
		parsePublicUrl,
		"Where users reach the service: an origin and an optional path prefix. Pages, cookies, links and `iss` follow it.",
	),
	host: setting("HOST", "127.0.0.1", text, "Address to listen on."),
	port: optional("PORT", integer(0, 65535), "Port to listen on; the port of the base URL unless set."),
	operationsPort: setting(
		"OPERATIONS_PORT",
		"8401",
		integer(0, 65535),
		"Port of the operations listener (`/readyz`), on loopback only.",
	),
	databaseUrl: setting(
		"DATABASE_URL",
		"sqlite:./data/sallyport.db",
		text,
		"`sqlite:` and a path, or `postgres://…` for several instances.",
	),
	secret: optional(
		"SECRET",
		parseSecret,
		"Master secret, 32 characters or more; keys at rest and csrf values are sealed under it. Made at first start beside the SQLite database; demanded with PostgreSQL.",
	),
	secretFile: optional("SECRET_FILE", text, "A file that holds the secret, instead of `SALLYPORT_SECRET`."),
	trustedProxies: setting(
		"TRUSTED_PROXIES",
		"",
		parseCidrList,
		"Addresses or CIDR ranges of the reverse proxies whose `X-Forwarded-For` is believed, separated by commas.",
	),
	allowedOrigins: setting(
		"ALLOWED_ORIGINS",
		"",
		parseOrigins,
		"Exact origins of other front ends that may call the API, separated by commas.",
	),
	credentialOrigins: setting(
		"CREDENTIAL_ORIGINS",
		"",
		parseOrigins,
		"Those of the allowed origins that may send cookies too.",
	),
	allowInsecureHttp: setting(
		"ALLOW_INSECURE_HTTP",
		"false",
		flag,
		"Permit a base URL with plain http on a host that is not loopback. Passwords then travel in the clear.",
	),
	adminUsername: setting("ADMIN_USERNAME", "admin", text, "Username of the first admin."),
	adminPasswordFile: optional(
		"ADMIN_PASSWORD_FILE",
		text,
		"A file that holds the first admin's password: makes the admin unattended at first start.",
	),

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
		"A cookie session ends when unused for so long.",
	),
	sessionAbsolute: setting(
		"SESSION_ABSOLUTE",
		"12h",
		duration("60s", "30d"),
		"A session ends so long after authentication, whatever happens.",
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
		"Ending sessions asks for an authentication no older than this.",
	),
	cookieSameSite: setting(
		"COOKIE_SAME_SITE",
		"Lax",
		oneOf("Lax", "Strict"),
		"SameSite attribute of the session cookie.",
	),
	preSessionLifetime: setting(
		"PRE_SESSION_LIFETIME",
		"2h",
		duration("60s", "24h"),
		"Lifetime of a csrf value given before login.",
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
		"A signing key that has been active for so long is rotated.",
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
		integer(1, 100_000),
		"Logins that may wait for a hashing thread; more are answered 503.",
	),
	hashDeadline: setting(
		"HASH_DEADLINE",
		"2s",
		duration("100ms", "60s"),
		"A login that waited so long is answered 503.",
	),

	accountFailures: setting(
		"ACCOUNT_FAILURES",
		"10",
		integer(1, 1000),
		"Failures per account and window before strangers have to wait.",
	),
	addressFailures: setting(
		"ADDRESS_FAILURES",
		"100",
		integer(1, 1_000_000),
		"Failures per client address (IPv6: /64) and window before it has to wait.",
	),
	failureWindow: setting(
		"FAILURE_WINDOW",
		"15m",
		duration("60s", "24h"),
		"The window in which failures are counted.",
	),
	failureDelay: setting(
		"FAILURE_DELAY",
		"30s",
		duration("1s", "1h"),
		"First wait after too many failures; doubles each time.",
	),
	failureDelayMaximum: setting("FAILURE_DELAY_MAXIMUM", "1h", duration("1s", "24h"), "Longest wait."),
	consecutiveFailures: setting(
		"CONSECUTIVE_FAILURES",
		"100",
		integer(10, 10_000),
		"So many failures without a success close the account to strangers until its owner logs in from a known client or an admin unlocks it (NIST SP 800-63B-4).",
	),

	bodyLimit: setting("BODY_LIMIT", "16384", integer(1024, 1_048_576), "Largest request body in bytes."),
	headerLimit: setting("HEADER_LIMIT", "16384", integer(4096, 131_072), "Largest request head in bytes."),
	urlLimit: setting("URL_LIMIT", "2048", integer(256, 16_384), "Longest URL in bytes."),
	headerTimeout: setting(
		"HEADER_TIMEOUT",
		"10s",
		duration("1s", "5m"),
		"A request head must be complete within this.",
	),
	requestTimeout: setting(
		"REQUEST_TIMEOUT",
		"15s",
		duration("1s", "5m"),
		"A whole request must be complete within this.",
	),
	keepAlive: setting("KEEP_ALIVE", "75s", duration("1s", "10m"), "How long an idle connection is kept."),
	stopTimeout: setting(
		"STOP_TIMEOUT",
		"15s",
		duration("0s", "5m"),
		"How long a stop waits for requests under way.",
	),

	auditRetention: setting(
		"AUDIT_RETENTION",
		"90d",
		duration("1d", "3650d"),
		"How long audit events are kept.",
	),
	logLevel: setting(
		"LOG_LEVEL",
		"info",
		oneOf("debug", "info", "warn", "error", "silent"),
		"Least level that is logged.",
	),
} as const;

type Parsed<S> = S extends Setting<infer T> ? T : never;
export type Config = { readonly [K in keyof typeof settings]: Parsed<(typeof settings)[K]> };

/** All mistakes of a configuration, one line each. */
export class ConfigError extends Error {
	readonly mistakes: string[];
	constructor(mistakes: string[]) {
		super(mistakes.join("\n"));
		this.name = "ConfigError";
		this.mistakes = mistakes;
	}
}

type Environment = Record<string, string | undefined>;

/**
 * Reads all settings; throws a ConfigError that lists every mistake. Empty variables count as not set. `defaults` take
 * the place of those of the table.
 */
export function loadConfig(environment: Environment, defaults: Environment = {}): Config {
	const mistakes: string[] = [];
	const values: Record<string, unknown> = {};
	for (const [name, each] of Object.entries(settings)) {
		const { written } = readSetting(each, environment, defaults);
		try {
			values[name] = written === null ? null : each.parse(written);
		} catch (error) {
			mistakes.push(`${each.env}: ${error instanceof SettingError ? error.message : "cannot be read"}.`);
		}
	}
	const known = new Set(Object.values(settings).map((each) => each.env));
	for (const name of Object.keys(environment)) {
		if (name.startsWith("SALLYPORT_") && !known.has(name)) {
			mistakes.push(`${name}: there is no such setting; docs/configuration.md lists them all.`);
		}
	}
	if (mistakes.length === 0) mistakes.push(...contradictions(values as Config));
	if (mistakes.length > 0) throw new ConfigError(mistakes);
	return readFiles(values as Config);
}

export function loadConfigFromEnvironment(): Config {
	return loadConfig(process.env, defaultsHere());
}

function readSetting(setting: Setting<unknown>, environment: Environment, defaults: Environment) {
	const given = environment[setting.env]?.trim();
	if (given !== undefined && given !== "") return { written: given, source: "environment" as const };
	return { written: defaults[setting.env] ?? setting.default, source: "default" as const };
}

/** How each setting is written in force, and where that comes from; null: none. */
export function settingsInForce(environment: Environment = process.env, defaults = defaultsHere()) {
	return Object.entries(settings).map(([name, setting]) => ({
		name: name as keyof Config,
		env: setting.env,
		description: setting.description,
		...readSetting(setting, environment, defaults),
	}));
}

/** In a checkout the database is the same one from whichever folder a command is run, as it is for npm scripts. */
function defaultsHere(): Environment {
	const root = resolve(import.meta.dirname, "../../..");
	const isCheckout = !root.split(sep).includes("node_modules") && existsSync(join(root, "package-lock.json"));
	return isCheckout ? { SALLYPORT_DATABASE_URL: `sqlite:${join(root, "data/sallyport.db")}` } : {};
}

/** Where the service listens: the port of the base URL unless set. */
export function listeningPort({ port, baseUrl }: Pick<Config, "port" | "baseUrl">): number {
	if (port !== null) return port;
	const url = new URL(baseUrl);
	return url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port);
}

function contradictions(config: Config): string[] {
	const mistakes: string[] = [];
	const url = new URL(config.baseUrl);
	if (url.protocol === "http:" && !isLoopback(url.hostname) && !config.allowInsecureHttp) {
		mistakes.push(
			"SALLYPORT_BASE_URL: plain http is for loopback only; use https, or set SALLYPORT_ALLOW_INSECURE_HTTP=true.",
		);
	}
	if (config.secret !== null && config.secretFile !== null) {
		mistakes.push("SALLYPORT_SECRET, SALLYPORT_SECRET_FILE: set one of the two.");
	}
	if (config.secret === null && config.secretFile === null && !config.databaseUrl.startsWith("sqlite:")) {
		mistakes.push(
			"SALLYPORT_SECRET: PostgreSQL needs it, so that all instances share it. Make one: openssl rand -base64 48",
		);
	}
	if (config.hashMemory < 8 * config.hashParallelism) {
		mistakes.push("SALLYPORT_HASH_MEMORY: argon2id needs 8 KiB for each of SALLYPORT_HASH_PARALLELISM.");
	}
	if (config.tokenLifetime > config.sessionAbsolute) {
		mistakes.push("SALLYPORT_TOKEN_LIFETIME: must not be longer than SALLYPORT_SESSION_ABSOLUTE.");
	}
	const strangers = config.credentialOrigins.filter((origin) => !config.allowedOrigins.includes(origin));
	if (strangers.length > 0) {
		mistakes.push(
			`SALLYPORT_CREDENTIAL_ORIGINS: ${strangers.join(", ")} must stand in SALLYPORT_ALLOWED_ORIGINS too.`,
		);
	}
	return mistakes;
}

function readFiles(config: Config): Config {
	if (config.secretFile === null) return config;
	try {
		return { ...config, secret: parseSecret(readFileSync(config.secretFile, "utf8").trim()) };
	} catch (error) {
		const why = error instanceof SettingError ? error.message : "the file cannot be read";
		throw new ConfigError([`SALLYPORT_SECRET_FILE: ${why}.`]);
	}
}

function parseSecret(value: string): string {
	if (value.length < 32)
		throw new SettingError("must have 32 characters or more; make one: openssl rand -base64 48");
	if (new Set(value).size < 10)
		throw new SettingError("is too regular to be a secret; make one: openssl rand -base64 48");
	return value;
}

/** localhost, 127.0.0.0/8 and ::1: the only places where plain http is safe from listeners. */
export function isLoopback(hostname: string): boolean {
	return (
		hostname === "localhost" ||
		hostname.endsWith(".localhost") ||
		hostname === "[::1]" ||
		/^127(\.\d{1,3}){3}$/.test(hostname)
	);
}
