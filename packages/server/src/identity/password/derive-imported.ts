/** Computes what other systems would have stored, synchronously: for hashing threads only. */
import { createHash, createHmac, pbkdf2Sync, scryptSync, timingSafeEqual } from "node:crypto";
import { createRequire } from "node:module";
import { hashRawSync } from "@node-rs/argon2";
import { decodeBcryptBase64, encodeBcryptBase64 } from "./bcrypt-base64.ts";
import type { ImportedHash } from "./imported-hash.ts";

/** Values of the library's enums, which exist only as types. */
const argon2Algorithms = { argon2d: 0, argon2i: 1, argon2id: 2 };
const argon2Versions: Record<number, number> = { 16: 0, 19: 1 };

/** bcrypt looks at no more, so that all passwords with the same beginning would match. */
const BCRYPT_INPUT = 72;
const TAG_LETTERS = 31;
/** Far above what the bounds allow; Node's own limit lies far below. Bytes. */
const SCRYPT_MEMORY = 1024 * 1024 * 1024;

/** The work is the same whether it matches or not, whatever the password is. */
export function matchesImported(hash: ImportedHash, password: Uint8Array): boolean {
	const isSame = timingSafeEqual(derive(hash, password), hash.tag);
	return isSame && !(hash.kind === "bcrypt" && isMoreThanBcryptSees(password));
}

/** Its implementations also end the password at a NUL. */
function isMoreThanBcryptSees(password: Uint8Array): boolean {
	return password.length > BCRYPT_INPUT || password.includes(0);
}

function derive(hash: ImportedHash, password: Uint8Array): Buffer {
	const { salt, tag } = hash;
	switch (hash.kind) {
		case "argon2id":
		case "argon2i":
		case "argon2d": {
			const { version, memory, passes, parallelism } = hash.cost;
			return hashRawSync(password, {
				algorithm: argon2Algorithms[hash.kind],
				version: argon2Versions[version] ?? 1,
				memoryCost: memory,
				timeCost: passes,
				parallelism,
				salt,
				outputLen: tag.length,
			});
		}
		case "scrypt": {
			const { logN, r, p } = hash.cost;
			return scryptSync(password, salt, tag.length, { N: 2 ** logN, r, p, maxmem: SCRYPT_MEMORY });
		}
		case "pbkdf2-sha256":
		case "pbkdf2-sha512":
			return pbkdf2Sync(password, salt, hash.cost.iterations, tag.length, hash.kind.slice("pbkdf2-".length));
		default: {
			const rounds = String(hash.cost.logRounds).padStart(2, "0");
			const input = beforeBcrypt(hash.kind, salt, password);
			const text = bcrypt().hashSync(input, `$2b$${rounds}$${encodeBcryptBase64(salt)}`);
			return decodeBcryptBase64(text.slice(-TAG_LETTERS));
		}
	}
}

/** What systems hash first, so that long passwords count as a whole. The library takes text. */
function beforeBcrypt(kind: ImportedHash["kind"], salt: Buffer, password: Uint8Array): string {
	switch (kind) {
		case "bcrypt-sha256-hex":
			return createHash("sha256").update(password).digest("hex");
		case "bcrypt-sha256-base64":
			return createHash("sha256").update(password).digest("base64");
		case "bcrypt-hmac-sha256":
			return createHmac("sha256", encodeBcryptBase64(salt)).update(password).digest("base64");
		default:
			return new TextDecoder("utf-8", { ignoreBOM: true }).decode(password);
	}
}

type Bcrypt = typeof import("bcryptjs");
let loaded: Bcrypt | undefined;

/** Most deployments never meet a bcrypt hash; each of their threads would pay for the library. */
function bcrypt(): Bcrypt {
	loaded ??= createRequire(import.meta.url)("bcryptjs") as Bcrypt;
	return loaded;
}
