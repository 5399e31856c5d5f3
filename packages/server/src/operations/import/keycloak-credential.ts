import type { ImportedHash } from "../../identity/password/imported-hash.ts";
import { parseObject } from "../../platform/lib/parse-object.ts";
import { pbkdf2 } from "./spelled-hash.ts";
import { fromBase32, type WrittenTotp } from "./written-totp.ts";

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

function readArgon2(parameters: unknown, passes: number, salt: Buffer, tag: Buffer): ImportedHash | null {
	// Every parameter is a list with one string.
	const parameter = (name: string): string => String(member(parameters, name) ?? "");
	const type = parameter("type");
	const version = parameter("version") || "1.3";
	if (type !== "id" && type !== "i" && type !== "d") return null;
	if (version !== "1.0" && version !== "1.3") return null;
	const cost = {
		memory: Number(parameter("memory")),
		passes,
		parallelism: Number(parameter("parallelism")),
		version: version === "1.0" ? 16 : 19,
	};
	return { kind: `argon2${type}`, cost, salt, tag };
}

/** Reads an authenticator app of such an export. The secret is text that is used as it is, unless it says that it is base32. */
export function readKeycloakOtp(given: object): WrittenTotp | null {
	const data = member(given, "credentialData");
	const value = member(member(given, "secretData"), "value");
	if (typeof value !== "string") return null;
	const encoding = member(data, "secretEncoding") ?? "text";
	return {
		secret: encoding === "text" ? Buffer.from(value) : encoding === "BASE32" ? fromBase32(value) : null,
		type: member(data, "subType"),
		algorithm: member(data, "algorithm"),
		digits: member(data, "digits"),
		period: member(data, "period"),
	};
}

/** A member of an object; parsed if it is JSON. */
function member(of: unknown, name: string): unknown {
	if (typeof of !== "object" || of === null || !Object.hasOwn(of, name)) return undefined;
	const value = (of as Record<string, unknown>)[name];
	return typeof value === "string" && value.startsWith("{") ? parseObject(value) : value;
}
