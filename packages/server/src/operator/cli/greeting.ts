import type { AddressInfo } from "node:net";
import { issuerOf } from "../../identity/application/endpoints.ts";
import { type Config, listeningPort } from "../../platform/config/config.ts";
import { exposedOperations } from "../../platform/config/dangers.ts";
import { readMailUrl } from "../../platform/config/mail-settings.ts";
import { withoutPassword } from "../../platform/lib/database-url.ts";
import { isLoopback, isLoopbackAddress, localOrigin } from "../../platform/lib/is-loopback.ts";
import { PROGRAM } from "../../platform/lib/package-root.ts";
import type { RunningService } from "../../start-service.ts";

type Started = Pick<
	RunningService,
	"address" | "operationsAddress" | "setupLink" | "adminMade" | "warnings" | "memoryCeiling"
>;

/** What `serve` prints once it is ready. */
export function greeting(config: Config, started: Started): string {
	const { setupLink, adminMade, memoryCeiling, address, operationsAddress } = started;
	const lines = ["", `  Sallyport is ready: ${config.baseUrl}`];
	if (setupLink !== null)
		lines.push(
			"",
			`  Open this link to set the first admin's password. It works once; \`${PROGRAM} setup-link\` shows it again.`,
			`  ${setupLink}`,
		);
	if (adminMade) {
		const { adminUsername, adminPasswordFile } = config;
		lines.push("", `  The admin "${adminUsername}" was created with the password of ${adminPasswordFile}.`);
	}
	lines.push("");
	if (!listensAtBaseUrl(config, address)) lines.push(`  listening   ${config.host} port ${address.port}`);
	const mebibytes = Math.ceil(memoryCeiling / 1_048_576);
	lines.push(
		`  database    ${withoutPassword(config.databaseUrl)}`,
		`  hashing     ${config.hashThreads} threads, ${mebibytes} MiB at most`,
		`  readiness   ${localOrigin(config.operationsHost, operationsAddress.port)}/readyz`,
		`  mail        ${describeMail(config)}`,
		...(config.oidc === "on" ? [`  sign-on     ${issuerOf(config.baseUrl)}`] : []),
		...[...warnings(config), ...started.warnings].map((warning) => `  warning     ${warning}`),
	);
	return [...lines, "", "  Ctrl-C stops it.", ""].join("\n");
}

function describeMail({ mailUrl }: Config): string {
	if (mailUrl === null) return "off";
	const { host, port } = readMailUrl(mailUrl);
	return `${host} port ${port}`;
}

function* warnings(config: Config): Generator<string> {
	if (config.baseUrl.startsWith("http:"))
		yield "plain http: cookies are not marked Secure. Use it on this machine only.";
	else if (config.trustedProxies.length === 0)
		yield "https, but SALLYPORT_TRUSTED_PROXIES names no proxy: all clients behind it count as one.";
	const exposed = exposedOperations(config);
	if (exposed !== null) yield exposed;
}

/** The service itself speaks plain http, so never where the base URL is https. */
function listensAtBaseUrl({ baseUrl, host }: Config, { port }: AddressInfo): boolean {
	const { protocol, hostname } = new URL(baseUrl);
	const isThere = isLoopback(hostname) ? isLoopbackAddress(host) : host === hostname;
	return protocol === "http:" && isThere && port === listeningPort({ port: null, baseUrl });
}
