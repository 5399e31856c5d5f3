/**
 * `postgres://user:password@host:port/database?parameters` as a configuration of pg. Unlike pg, it verifies TLS to other hosts
 * unless the URL says otherwise (ASVS 12.3.1), and it rejects unknown parameters.
 */
import { readFileSync } from "node:fs";
import type { ConnectionOptions } from "node:tls";
import type { PoolConfig } from "pg";

const known = ["host", "sslmode", "sslrootcert", "sslcert", "sslkey", "application_name", "options"];
const sslModes = ["disable", "require", "verify-ca", "verify-full"];

export function parsePostgresUrl(text: string): PoolConfig {
	const url = URL.parse(text);
	if (url === null)
		throw new Error("The PostgreSQL URL is not well-formed: postgres://user:password@host:5432/database");
	const parameters = url.searchParams;
	const strange = [...parameters.keys()].filter((name) => !known.includes(name));
	if (strange.length > 0) {
		throw new Error(
			`The PostgreSQL URL has parameters that are not supported: ${strange.join(", ")}. Supported: ${known.join(", ")}.`,
		);
	}
	const host =
		parameters.get("host") ?? (decodeURIComponent(url.hostname).replace(/^\[|\]$/g, "") || "localhost");
	const database = decodeURIComponent(url.pathname.slice(1));
	if (database === "")
		throw new Error("The PostgreSQL URL names no database: postgres://user:password@host:5432/database");
	return {
		host,
		port: url.port === "" ? 5432 : Number(url.port),
		database,
		ssl: tls(host, parameters),
		application_name: parameters.get("application_name") ?? "sallyport",
		...(url.username === "" ? {} : { user: decodeURIComponent(url.username) }),
		...(url.password === "" ? {} : { password: decodeURIComponent(url.password) }),
		...(parameters.has("options") ? { options: parameters.get("options") ?? "" } : {}),
	};
}

/** The modes are those of libpq (PostgreSQL manual, 32.19 SSL Support). */
function tls(host: string, parameters: URLSearchParams): false | ConnectionOptions {
	const mode = parameters.get("sslmode") ?? (isLocal(host) ? "disable" : "verify-full");
	if (!sslModes.includes(mode)) {
		throw new Error(`The PostgreSQL URL says sslmode=${mode}. Supported: ${sslModes.join(", ")}.`);
	}
	if (mode === "disable") return false;
	const options: ConnectionOptions = {
		minVersion: "TLSv1.2",
		...file(parameters, "sslrootcert", "ca"),
		...file(parameters, "sslcert", "cert"),
		...file(parameters, "sslkey", "key"),
	};
	if (mode === "verify-full") return options;
	if (mode === "verify-ca" || options.ca !== undefined)
		return { ...options, checkServerIdentity: () => undefined };
	return { ...options, rejectUnauthorized: false };
}

function file(parameters: URLSearchParams, name: string, option: "ca" | "cert" | "key"): ConnectionOptions {
	const path = parameters.get(name);
	// libpq's "system" means the roots that Node trusts by default.
	if (path === null || (name === "sslrootcert" && path === "system")) return {};
	try {
		return { [option]: readFileSync(path, "utf8") };
	} catch (cause) {
		throw new Error(`The PostgreSQL URL says ${name}=${path}; that file cannot be read.`, { cause });
	}
}

function isLocal(host: string): boolean {
	return host.startsWith("/") || host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
}
