/** Settings that keep the service from starting unless the operator permits them by name. Commands run anyway. */
import { readFileSync } from "node:fs";
import { nextSecretPath, secretPath } from "../lib/database-url.ts";
import { isLoopback, isLoopbackAddress } from "../lib/is-loopback.ts";
import { GUESSABLE, isPlaceholder } from "../lib/is-placeholder.ts";
import { accessTo } from "../lib/open-file.ts";
import { PROGRAM } from "../lib/package-root.ts";
import type { deploymentSettings } from "./deployment-settings.ts";
import type { mailSettings } from "./mail-settings.ts";
import type { Parsed } from "./setting.ts";

type Settings = Parsed<typeof deploymentSettings> & Pick<Parsed<typeof mailSettings>, "mailUrlFile">;

/** One line each, as for a mistake. */
export function dangersOf(settings: Settings): string[] {
	return [...plainHttpOnTheNetwork(settings), ...guessableSecret(settings), ...readableSecrets(settings)];
}

/** A base URL on another host is a mistake of its own. */
function* plainHttpOnTheNetwork({ baseUrl, host, allowInsecureHttp }: Settings): Generator<string> {
	const { protocol, hostname } = new URL(baseUrl);
	if (protocol === "http:" && isLoopback(hostname) && !isLoopbackAddress(host) && !allowInsecureHttp)
		yield `SALLYPORT_HOST: ${host} offers plain http to the network, because the base URL is ${baseUrl}. Set SALLYPORT_HOST=127.0.0.1, or SALLYPORT_BASE_URL to the https address that users type, or SALLYPORT_ALLOW_INSECURE_HTTP=true.`;
}

/** Of the service alone, and no word to a backup. A standby may be behind: it would accept sessions that were ended on the primary. */
export function* useOfStandby({ databaseUrl }: Pick<Settings, "databaseUrl">): Generator<string> {
	const { searchParams } = URL.parse(databaseUrl.replace(/^[^?]*/, "postgres://host/")) ?? {};
	if (databaseUrl.startsWith("postgres") && searchParams?.get("target_session_attrs") === "any")
		yield "SALLYPORT_DATABASE_URL: target_session_attrs=any takes a standby too, which may accept ended sessions. Leave it out: it is for sallyport backup alone.";
}

/** No danger, but worth a warning; null on loopback. */
export function exposedOperations({ operationsHost, metricsToken }: Settings): string | null {
	if (isLoopbackAddress(operationsHost)) return null;
	const token =
		metricsToken === null
			? "and /metrics to the network"
			: "to the network, /metrics to those with the token";
	return `SALLYPORT_OPERATIONS_HOST: ${operationsHost} offers /readyz ${token}.`;
}

function* guessableSecret({ secret, secretFile, databaseUrl }: Settings): Generator<string> {
	const beside = secret === null ? secretPath(databaseUrl) : null;
	const value = secret ?? (beside === null ? null : readBeside(beside));
	if (value === null || !isPlaceholder(value)) return;
	const setting = secretFile === null ? "SALLYPORT_SECRET" : "SALLYPORT_SECRET_FILE";
	if (beside !== null)
		yield `The secret in ${beside} ${GUESSABLE}. Make a new one: ${PROGRAM} key rotate --secret.`;
	else
		yield `${setting}: this secret ${GUESSABLE}. Make a new one: openssl rand -base64 48. If a database is sealed under the old one already, set the new one as SALLYPORT_SECRET_NEXT and run ${PROGRAM} key rotate --secret.`;
}

/** null when it cannot be read; the code that needs the file reports why. */
function readBeside(path: string): string | null {
	try {
		return readFileSync(path, "utf8").trim();
	} catch {
		return null;
	}
}

function* readableSecrets(settings: Settings): Generator<string> {
	if (settings.allowReadableSecret) return;
	const beside = settings.secret === null ? secretPath(settings.databaseUrl) : null;
	const files: Array<[setting: string, path: string | null]> = [
		["SALLYPORT_SECRET_FILE: ", settings.secretFile],
		["SALLYPORT_SECRET_NEXT_FILE: ", settings.secretNextFile],
		["SALLYPORT_METRICS_TOKEN_FILE: ", settings.metricsTokenFile],
		["SALLYPORT_ADMIN_PASSWORD_FILE: ", settings.adminPasswordFile],
		["SALLYPORT_MAIL_URL_FILE: ", settings.mailUrlFile],
		["", beside],
		// The new secret while the secret is rotated.
		["", beside === null ? null : nextSecretPath(beside)],
	];
	for (const [setting, path] of files) {
		const access = path === null ? null : accessTo(path);
		if (access?.everyone)
			yield `${setting}${path} is open to every user (mode ${access.mode}). ${access.repair}, or permit it with SALLYPORT_ALLOW_READABLE_SECRET=true.`;
	}
}
