/**
 * The configuration. Settings are declared in the *-settings.ts files, from which docs/configuration.md is printed. Only this
 * file reads the environment. All wrong or unknown SALLYPORT_* variables are reported together.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isLoopback } from "../lib/is-loopback.ts";
import { nearest } from "../lib/nearest.ts";
import { checkoutRoot, documentPath } from "../lib/package-root.ts";
import { SettingError } from "../lib/parse-setting.ts";
import { appearanceSettings } from "./appearance-settings.ts";
import { applicationMistakes, applicationSettings } from "./application-settings.ts";
import { credentialSettings } from "./credential-settings.ts";
import { dangersOf, useOfStandby } from "./dangers.ts";
import { deploymentSettings, parseMetricsToken, parseNewSecret, parseSecret } from "./deployment-settings.ts";
import { limitSettings } from "./limit-settings.ts";
import { mailMistakes, mailSettings, parseMailUrl } from "./mail-settings.ts";
import { rpIdMistake } from "./relying-party.ts";
import type { Parsed, Setting } from "./setting.ts";

const declared = {
	...deploymentSettings,
	...credentialSettings,
	...limitSettings,
	...mailSettings,
	...applicationSettings,
	...appearanceSettings,
};

export type Config = Parsed<typeof declared>;

/** `baseUrl` is set by SALLYPORT_BASE_URL. */
export const settings = Object.entries<Setting<unknown>>(declared).map(([name, setting]) => ({
	name: name as keyof Config,
	env: envOf(name),
	...setting,
}));

/** How each secret is parsed. No output shows them; each can come from the file that another setting names. */
const secrets = {
	secret: parseSecret,
	secretNext: parseNewSecret,
	metricsToken: parseMetricsToken,
	mailUrl: parseMailUrl,
};
const secretNames = Object.keys(secrets) as Array<keyof typeof secrets>;

export const isSecret = (name: string): boolean => Object.hasOwn(secrets, name);

function envOf(name: string): string {
	return `SALLYPORT_${name.replace(/[A-Z]/g, "_$&").toUpperCase()}`;
}

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
 * Reads all settings; throws a ConfigError that lists every mistake. Empty variables count as unset. `defaults` override those
 * of the declarations. Dangers count as mistakes unless `tolerate` is given.
 */
export function loadConfig(
	environment: Environment,
	defaults: Environment = {},
	tolerate?: Tolerate,
): Config {
	const mistakes: string[] = [];
	const values: Record<string, unknown> = {};
	for (const { name, env, written, source, parse } of settingsInForce(environment, defaults)) {
		try {
			values[name] = written === null ? null : parse(written);
		} catch (error) {
			const variable = source === PLATFORM_PORT ? PLATFORM_PORT : env;
			mistakes.push(`${variable}: ${error instanceof SettingError ? error.message : "cannot be read"}.`);
		}
	}
	for (const name of Object.keys(environment)) {
		if (name.startsWith("SALLYPORT_") && !isKnown(name))
			mistakes.push(`${name}: there is no such setting${advise(name)}`);
	}
	if (mistakes.length > 0) throw new ConfigError(mistakes);
	mistakes.push(...contradictions(values as Config));
	const config = readFiles(values as Config, mistakes);
	mistakes.push(...mailMistakes(config));
	const dangers = dangersOf(config);
	if (tolerate === undefined) mistakes.push(...useOfStandby(config));
	if (tolerate === undefined || mistakes.length > 0) mistakes.push(...dangers);
	else dangers.forEach(tolerate);
	if (mistakes.length > 0) throw new ConfigError(mistakes);
	return config;
}

/** What commands read beside the settings. */
const commandVariables = ["SALLYPORT_SERVER", "SALLYPORT_KEY_FILE"] as const;

/** The service that commands administer over HTTP, and the file with the access key for it. */
export function serverInEnvironment() {
	const [url, keyFile] = commandVariables.map((name) => textOf(process.env, name) || undefined);
	return { url, keyFile };
}

/** What to write instead of a setting that there is not. */
function advise(name: string): string {
	const meant = nearest(
		name,
		settings.map(({ env }) => env),
	);
	const all = `${documentPath("configuration.md")} lists them all.`;
	return meant === null ? `; ${all}` : `. Did you mean ${meant}? ${all}`;
}

const isKnown = (name: string): boolean =>
	commandVariables.some((each) => each === name) || settings.some(({ env }) => env === name);

/** Receives each danger, for a command that runs anyway, as one that repairs it does. */
export type Tolerate = (danger: string) => void;

export function loadConfigFromEnvironment(tolerate?: Tolerate): Config {
	return loadConfig(process.env, defaultsHere(), tolerate);
}

/** One thread of libuv's pool stays free for files, the database's among them, while a slow name server holds another. */
const NOT_HASHING = 2;

/**
 * Makes libuv's pool large enough for `hashing` hashes at once, and for everything else that uses it. libuv reads the variable
 * when the pool is first used, which must come later. An operator may have set a larger one.
 */
export function reserveThreads(hashing: number, environment: Environment = process.env): void {
	const least = hashing + NOT_HASHING;
	const given = Number(environment.UV_THREADPOOL_SIZE ?? 0);
	if (!(given >= least)) environment.UV_THREADPOOL_SIZE = String(least);
}

/** The text of each setting in force, and its source; null: none. */
export function settingsInForce(environment: Environment = process.env, defaults = defaultsHere()) {
	const platform = platformSettings(environment);
	return settings.map((setting) => {
		const given = textOf(environment, setting.env);
		if (given !== "") return { ...setting, written: given, source: "environment" };
		const assigned = platform[setting.env];
		if (assigned !== undefined) return { ...setting, written: assigned, source: PLATFORM_PORT };
		return { ...setting, written: defaults[setting.env] ?? setting.default, source: "default" };
	});
}

/** Whether the environment names it, so that nothing may take its place. */
export function isGiven(name: keyof Config): boolean {
	return settingsInForce().some((each) => each.name === name && each.source === "environment");
}

const textOf = (environment: Environment, variable: string): string => environment[variable]?.trim() ?? "";

/** The variable in which hosting platforms say where to listen. */
const PLATFORM_PORT = "PORT";

/** What follows from it. The default base URL keeps leading to the listener; a base URL of another host has to be set in any case. */
function platformSettings(environment: Environment): Environment {
	const port = textOf(environment, PLATFORM_PORT);
	if (port === "" || textOf(environment, "SALLYPORT_PORT") !== "") return {};
	const baseUrl = `http://localhost:${port}`;
	const isAddress = Number(port) > 0 && URL.canParse(baseUrl);
	return { SALLYPORT_PORT: port, ...(isAddress && { SALLYPORT_BASE_URL: baseUrl }) };
}

/** In a checkout, commands use the same database from any folder, as npm scripts do. */
function defaultsHere(): Environment {
	if (checkoutRoot === null) return {};
	return { SALLYPORT_DATABASE_URL: `sqlite:${join(checkoutRoot, "data/sallyport.db")}` };
}

export function listeningPort({ port, baseUrl }: Pick<Config, "port" | "baseUrl">): number {
	if (port !== null) return port;
	const url = new URL(baseUrl);
	return url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port);
}

function* contradictions(config: Config): Generator<string> {
	const url = new URL(config.baseUrl);
	// With single sign-on, no permission helps: the setting of it says so.
	const isPermitted = config.allowInsecureHttp || config.oidc === "on";
	if (url.protocol === "http:" && !isLoopback(url.hostname) && !isPermitted)
		yield "SALLYPORT_BASE_URL: plain http is for loopback only; use https, or set SALLYPORT_ALLOW_INSECURE_HTTP=true.";
	for (const name of secretNames) {
		if (config[name] !== null && config[`${name}File`] !== null)
			yield `${envOf(name)}, ${envOf(name)}_FILE: set one of the two.`;
	}
	if (config.secret === null && config.secretFile === null && !config.databaseUrl.startsWith("sqlite:"))
		yield "SALLYPORT_SECRET: PostgreSQL needs it, so that all instances share it. Make one: openssl rand -base64 48";
	if (config.operationsPort !== 0 && config.operationsPort === listeningPort(config))
		yield `SALLYPORT_OPERATIONS_PORT: the service itself listens on port ${config.operationsPort}; choose another one.`;
	if (config.hashMemory < 8 * config.hashParallelism)
		yield "SALLYPORT_HASH_MEMORY: argon2id needs 8 KiB for each of SALLYPORT_HASH_PARALLELISM.";
	if (config.tokenLifetime > config.sessionAbsolute)
		yield "SALLYPORT_TOKEN_LIFETIME: must not be longer than SALLYPORT_SESSION_ABSOLUTE.";
	if (config.headerTimeout > config.requestTimeout)
		yield "SALLYPORT_HEADER_TIMEOUT: must not be longer than SALLYPORT_REQUEST_TIMEOUT.";
	if (config.remember > 0 && config.remember < config.sessionAbsolute)
		yield "SALLYPORT_REMEMBER: must not be shorter than SALLYPORT_SESSION_ABSOLUTE; 0s switches it off.";
	const unlisted = config.credentialOrigins.filter((origin) => !config.allowedOrigins.includes(origin));
	if (unlisted.length > 0)
		yield `SALLYPORT_CREDENTIAL_ORIGINS: ${unlisted.join(", ")} must be in SALLYPORT_ALLOWED_ORIGINS too.`;
	const rpId = rpIdMistake(config);
	if (rpId !== null) yield rpId;
	yield* applicationMistakes(config);
}

/** A file that cannot be read, or contains no valid secret, is a mistake. */
function readFiles(config: Config, mistakes: string[]): Config {
	const read = { ...config };
	for (const name of secretNames) {
		const file = config[`${name}File`];
		if (file === null) continue;
		try {
			read[name] = secrets[name](readFileSync(file, "utf8").trim());
		} catch (error) {
			const { code } = error as NodeJS.ErrnoException;
			const why =
				error instanceof SettingError ? error.message : `the file cannot be read: ${file} (${code})`;
			mistakes.push(`${envOf(name)}_FILE: ${why}.`);
		}
	}
	return read;
}
