/** What a service must not start with unless its operator permits it by name. Commands go on, to repair it. */
import { statSync } from "node:fs";
import { isIPv6 } from "node:net";
import { isLoopback } from "../lib/is-loopback.ts";
import { isPlaceholder } from "../lib/is-placeholder.ts";
import { sqliteFile } from "../lib/sqlite-file.ts";

interface Settings {
	baseUrl: string;
	host: string;
	databaseUrl: string;
	secret: string | null;
	secretFile: string | null;
	secretNextFile: string | null;
	adminPasswordFile: string | null;
	allowInsecureHttp: boolean;
	allowReadableSecret: boolean;
}

/** One line each, as for a mistake. */
export function dangersOf(settings: Settings): string[] {
	return [...plainHttpOnTheNetwork(settings), ...guessableSecret(settings), ...readableSecrets(settings)];
}

/** A base URL on another host is a mistake of its own. */
function plainHttpOnTheNetwork({ baseUrl, host, allowInsecureHttp }: Settings): string[] {
	const { protocol, hostname } = new URL(baseUrl);
	if (protocol === "https:" || !isLoopback(hostname) || isLoopbackAddress(host) || allowInsecureHttp)
		return [];
	return [
		`SALLYPORT_HOST: ${host} offers plain http to the network, for the base URL is ${baseUrl}; set SALLYPORT_BASE_URL to the https address that users type, or SALLYPORT_ALLOW_INSECURE_HTTP=true.`,
	];
}

function isLoopbackAddress(host: string): boolean {
	return isLoopback(isIPv6(host) ? new URL(`http://[${host.split("%")[0]}]`).hostname : host.toLowerCase());
}

function guessableSecret({ secret, secretFile }: Settings): string[] {
	if (secret === null || !isPlaceholder(secret)) return [];
	const setting = secretFile === null ? "SALLYPORT_SECRET" : "SALLYPORT_SECRET_FILE";
	return [
		`${setting}: is a placeholder or a pattern that can be guessed; make one: openssl rand -base64 48. If a database is sealed under it already, set the new one as SALLYPORT_SECRET_NEXT and run sallyport key rotate --secret.`,
	];
}

function readableSecrets(settings: Settings): string[] {
	if (settings.allowReadableSecret || process.platform === "win32") return [];
	const database = settings.secret === null ? sqliteFile(settings.databaseUrl) : null;
	const files: Array<[setting: string, path: string | null]> = [
		["SALLYPORT_SECRET_FILE", settings.secretFile],
		["SALLYPORT_SECRET_NEXT_FILE", settings.secretNextFile],
		["SALLYPORT_ADMIN_PASSWORD_FILE", settings.adminPasswordFile],
		// A new secret lies in the second while a database moves to it.
		["SALLYPORT_DATABASE_URL", database === null ? null : `${database}.secret`],
		["SALLYPORT_DATABASE_URL", database === null ? null : `${database}.secret.next`],
	];
	return files.flatMap(([setting, path]) => {
		const mode = path === null ? 0 : modeOf(path);
		if ((mode & 0o077) === 0) return [];
		const written = mode.toString(8).padStart(4, "0");
		return `${setting}: other users may read ${path} (mode ${written}); chmod 600 ${path}, or, where a container mounts it so, set SALLYPORT_ALLOW_READABLE_SECRET=true.`;
	});
}

/** 0 when the file cannot be seen: what needs it will say so. */
function modeOf(path: string): number {
	try {
		return statSync(path).mode & 0o777;
	} catch {
		return 0;
	}
}
