/** Applications that users log in to through this service, by OpenID Connect. */
import { isLoopback } from "../lib/is-loopback.ts";
import { parseCidrList } from "../lib/parse-setting.ts";
import type { credentialSettings } from "./credential-settings.ts";
import type { deploymentSettings } from "./deployment-settings.ts";
import { duration, oneOf, type Parsed, setting } from "./setting.ts";

type Settings = Parsed<typeof applicationSettings> &
	Pick<Parsed<typeof deploymentSettings>, "baseUrl"> &
	Pick<Parsed<typeof credentialSettings>, "cookieSameSite">;

export const applicationSettings = {
	oidc: setting("off", oneOf("off", "on")).means(
		"Whether users log in to other applications through this service, by OpenID Connect: [how](single-sign-on.md). Its issuer is the base URL and `/oidc`.",
	),
	oidcCodeLifetime: setting("60s", duration("10s", "10m")).means(
		"How long an application may take to redeem the code of a login.",
	),
	oidcTokenLifetime: setting("1h", duration("60s", "24h")).means(
		"Lifetime of the id token and the access token that an application gets.",
	),
	oidcOfflineMaximum: setting("90d", duration("1d", "365d")).means(
		"The most that an application's access may outlive the login, where an operator lets it.",
	),
	outboundAllow: setting("", parseCidrList).means(
		"Private addresses or CIDR ranges that logout notices may be sent to, separated by commas. Public ones always may; loopback and link-local only if listed.",
	),
} as const;

export function* applicationMistakes(config: Settings): Generator<string> {
	if (config.oidc === "off") return;
	if (config.cookieSameSite === "Strict")
		yield "SALLYPORT_OIDC: with SALLYPORT_COOKIE_SAME_SITE=Strict a user who comes back from an application is not logged in; use Lax.";
	const url = new URL(config.baseUrl);
	if (url.protocol === "http:" && !isLoopback(url.hostname))
		yield "SALLYPORT_OIDC: applications need an https base URL; plain http is for loopback only.";
}
