/**
 * `postgres://user:password@host:port,host:port/database?parameters` as configurations of pg. Unlike pg, it takes several hosts,
 * as libpq does, it verifies TLS to other hosts unless the URL says otherwise (ASVS 12.3.1), and it rejects unknown parameters.
 */
import { readFileSync } from "node:fs";
import type { ConnectionOptions } from "node:tls";
import type { ClientConfig } from "pg";

const known = [
	...["host", "target_session_attrs", "sslmode", "sslrootcert", "sslcert", "sslkey"],
	...["application_name", "options"],
];
const sslModes = ["disable", "require", "verify-ca", "verify-full"];
const sessions = ["read-write", "primary", "any"];

export type HostConfig = ClientConfig & { host: string; port: number };

export interface PostgresAddress {
	/** In the order of the URL; all with the same user, password and database. */
	hosts: readonly HostConfig[];
	/** False for `target_session_attrs=any`: a standby will do. */
	mustWrite: boolean;
}

const MALFORMED = "The PostgreSQL URL is not well-formed: postgres://user:password@host:5432/database";

export function parsePostgresUrl(text: string): PostgresAddress {
	const [, scheme = "", user = "", hosts = "", rest = ""] =
		/^(\w+:\/\/)([^/?#]*@)?([^/?#]*)(.*)$/s.exec(text) ?? [];
	const urls = hosts.split(",").map((host) => URL.parse(`${scheme}${user}${host}${rest}`));
	const first = urls[0] ?? null;
	// libpq would take an empty one in a list for this machine.
	const hasEmpty = (list: readonly string[]) => list.length > 1 && list.includes("");
	if (first === null || hasEmpty(hosts.split(","))) throw new Error(MALFORMED);
	const session = first.searchParams.get("target_session_attrs") ?? "read-write";
	if (!sessions.includes(session)) {
		throw new Error(
			`The PostgreSQL URL says target_session_attrs=${session}. Supported: ${sessions.join(", ")}.`,
		);
	}
	const given = first.searchParams.get("host")?.split(",");
	if (given !== undefined && hasEmpty(given)) throw new Error(MALFORMED);
	return {
		hosts: given?.map((host) => parseHost(first, host)) ?? urls.map((url) => parseHost(url)),
		mustWrite: session !== "any",
	};
}

/** `given`: the host, if a parameter names it. */
function parseHost(url: URL | null, given?: string): HostConfig {
	if (url === null) throw new Error(MALFORMED);
	const parameters = url.searchParams;
	const strange = [...parameters.keys()].filter((name) => !known.includes(name));
	if (strange.length > 0) {
		throw new Error(
			`The PostgreSQL URL has parameters that are not supported: ${strange.join(", ")}. Supported: ${known.join(", ")}.`,
		);
	}
	const host = given ?? (decoded(url.hostname).replace(/^\[|\]$/g, "") || "localhost");
	const database = decoded(url.pathname.slice(1));
	if (database === "")
		throw new Error("The PostgreSQL URL names no database: postgres://user:password@host:5432/database");
	return {
		host,
		port: url.port === "" ? 5432 : Number(url.port),
		database,
		ssl: tls(host, parameters),
		application_name: parameters.get("application_name") ?? "sallyport",
		...(url.username === "" ? {} : { user: decoded(url.username) }),
		...(url.password === "" ? {} : { password: decoded(url.password) }),
		...(parameters.has("options") ? { options: parameters.get("options") ?? "" } : {}),
	};
}

/** Says which sign, and repeats nothing: it may be a password. */
function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		throw new Error("The PostgreSQL URL has a % that encodes nothing. Write %25 for the sign itself.");
	}
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
