/** Addresses, database, secret, proxies, origins and the first admin. */
import { GUESSABLE, isPlaceholder } from "../lib/is-placeholder.ts";
import {
	parseAddress,
	parseCidrList,
	parseDatabaseUrl,
	parseOrigins,
	parseProxies,
	parsePublicUrl,
	SettingError,
} from "../lib/parse-setting.ts";
import { parseRpId } from "./relying-party.ts";
import { flag, integer, optional, setting, text } from "./setting.ts";

export const deploymentSettings = {
	baseUrl: setting("http://localhost:8400", parsePublicUrl).means(
		"Where users reach the service: an origin and an optional path prefix. Pages, cookies, links and `iss` follow it.",
	),
	host: setting("127.0.0.1", text).means(
		"Address to listen on. On a platform that routes to the container or machine, set `0.0.0.0`: [how](operations.md#on-a-platform-that-sets-port).",
	),
	port: optional(integer(0, 65535)).means(
		"Port to listen on. Unless set: the variable `PORT`, which hosting platforms set; without it the port of the base URL.",
	),
	operationsPort: setting("8401", integer(0, 65535)).means(
		"Port of the operations listener (`/readyz`, `/metrics`).",
	),
	operationsHost: setting("127.0.0.1", parseAddress).means(
		"Address of the operations listener: an IP address or `localhost`. Beyond loopback, [keep unauthenticated clients out](monitoring.md#from-another-machine).",
	),
	metricsToken: optional(parseMetricsToken).means(
		"Bearer token that `/metrics` requires, 16 characters or more. Without it, `/metrics` needs no credential.",
	),
	metricsTokenFile: optional(text).means("A file that holds it, instead of `SALLYPORT_METRICS_TOKEN`."),
	databaseUrl: setting("sqlite:./data/sallyport.db", parseDatabaseUrl).means(
		"`sqlite:` and a path, or `postgres://…` for several instances, with [all hosts](postgres.md#failover) of a cluster. TLS to another host is verified unless it ends in [`?sslmode=…`](postgres.md#tls-to-postgresql).",
	),
	secret: optional(parseSecret).means(
		"Master secret, 32 characters or more; keys at rest and CSRF tokens are sealed under it. Created at the first start beside the SQLite database; required with PostgreSQL.",
	),
	secretFile: optional(text).means("A file that holds the secret, instead of `SALLYPORT_SECRET`."),
	secretNext: optional(parseNewSecret).means(
		"The next secret, until `sallyport key rotate --secret` puts it in force: an instance starts with whichever of the two matches the database.",
	),
	secretNextFile: optional(text).means("A file that holds it, instead of `SALLYPORT_SECRET_NEXT`."),
	allowReadableSecret: setting("false", flag).means(
		"Permit files with a secret or password that every user can read, as containers often mount them.",
	),
	trustedProxies: setting("", parseProxies).means(
		"Addresses or CIDR ranges of the reverse proxies whose `X-Forwarded-For` is believed, separated by commas.",
	),
	adminNetworks: setting("", parseCidrList).means(
		"Addresses or CIDR ranges that `/api/admin` answers, separated by commas; from elsewhere it is 404. Empty: all.",
	),
	allowedOrigins: setting("", parseOrigins).means(
		"Exact origins of other front ends that may call the API, separated by commas.",
	),
	credentialOrigins: setting("", parseOrigins).means(
		"Those of the allowed origins that may send cookies too, and that the login page leads back to (`next`).",
	),
	passkeyRpId: optional(parseRpId).means(
		"Domain that passkeys are bound to: the host of the base URL, or a domain above it so that other hosts may use them too. The host unless set. With another one, the passkeys made so far are of no use.",
	),
	passkeyOrigins: setting("", parseOrigins).means(
		"Exact origins of other front ends that may use the passkeys, separated by commas. Origins of other domains are published at `/.well-known/webauthn`, which must be reachable at the root of the passkeys' domain.",
	),
	allowInsecureHttp: setting("false", flag).means(
		"Permit plain http beyond loopback: an http base URL on another host, or one on localhost with `SALLYPORT_HOST` on the network. Passwords then travel in the clear.",
	),
	adminUsername: setting("admin", text).means("Username of the first admin."),
	adminPasswordFile: optional(text).means(
		"A file that holds the first admin's password: makes the admin unattended at first start.",
	),
} as const;

export function parseSecret(value: string): string {
	if (value.length < 32)
		throw new SettingError("must have 32 characters or more; make one: openssl rand -base64 48");
	if (new Set(value).size < 10)
		throw new SettingError("is too regular to be a secret; make one: openssl rand -base64 48");
	return value;
}

/** Stricter: it is not in force yet, so it can still be changed. */
export function parseNewSecret(value: string): string {
	return parseSecret(requireUnguessable(value, "secret", "openssl rand -base64 48"));
}

/** Visible ASCII, which fits a header. */
export function parseMetricsToken(value: string): string {
	const make = "openssl rand -hex 32";
	if (!/^[!-~]{16,}$/.test(value))
		throw new SettingError(`must have 16 characters or more, ASCII without spaces; make one: ${make}`);
	return requireUnguessable(value, "token", make);
}

function requireUnguessable(value: string, what: string, make: string): string {
	if (isPlaceholder(value)) throw new SettingError(`this ${what} ${GUESSABLE}. Make a new one: ${make}`);
	return value;
}
