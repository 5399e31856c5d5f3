import type { ImportedHash } from "../../identity/password/imported-hash.ts";
import { pbkdf2 } from "./spelled-hash.ts";

/**
 * Reads a password of a Keycloak realm export: `{ credentialData, secretData }`, each an object or its JSON. null: something
 * else, or an unsupported hash function.
 */
export function readKeycloakCredential(given: object): ImportedHash | null {
	const data = member(given, "credentialData");
	const secret = member(given, "secretData");
	const salt = Buffer.from(String(member(secret, "salt")), "base64");
	const tag = Buffer.from(String(member(secret, "value")), "base64");
	const iterations = Number(member(data, "hashIterations"));
	switch (member(data, "algorithm")) {
		case "pbkdf2-sha256":
			return pbkdf2("sha256", iterations, salt, tag);
		case "pbkdf2-sha512":
			return pbkdf2("sha512", iterations, salt, tag);
		case "argon2":
			return readArgon2(member(data, "additionalParameters"), iterations, salt, tag);
		default:
			return null;
	}
}

const kinds = new Map([
	["id", "argon2id" as const],
	["i", "argon2i" as const],
	["d", "argon2d" as const],
]);
const versions = new Map([
	["1.0", 16],
	["1.3", 19],
]);

function readArgon2(parameters: unknown, passes: number, salt: Buffer, tag: Buffer): ImportedHash | null {
	// Every parameter is a list with one string.
	const parameter = (name: string): string => String(member(parameters, name) ?? "");
	const kind = kinds.get(parameter("type"));
	const version = versions.get(parameter("version") || "1.3");
	if (kind === undefined || version === undefined) return null;
	const memory = Number(parameter("memory"));
	const parallelism = Number(parameter("parallelism"));
	return { kind, cost: { memory, passes, parallelism, version }, salt, tag };
}

/** A member of an object; parsed if it is JSON. */
function member(of: unknown, name: string): unknown {
	if (typeof of !== "object" || of === null || !Object.hasOwn(of, name)) return undefined;
	const value = (of as Record<string, unknown>)[name];
	return typeof value === "string" && value.startsWith("{") ? parse(value) : value;
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}
