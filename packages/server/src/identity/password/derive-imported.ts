/** Computes what other systems would have stored, on libuv's pool. */
import { createHash, createHmac, pbkdf2, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { hashRaw } from "@node-rs/argon2";
import { decodeBcryptBase64, encodeBcryptBase64 } from "./bcrypt-base64.ts";
import type { ImportedHash } from "./imported-hash.ts";

/** Values of the library's enums, which exist only as types. */
const argon2Algorithms = { argon2d: 0, argon2i: 1, argon2id: 2 };
const argon2Versions: Record<number, number> = { 16: 0, 19: 1 };

const deriveByPbkdf2 = promisify(pbkdf2);
const deriveByScrypt = promisify<Uint8Array, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** bcrypt looks at no more, so that all passwords with the same beginning would match. */
const BCRYPT_INPUT = 72;
const TAG_LETTERS = 31;
/** Far above what the bounds allow; Node's own limit lies far below. Bytes. */
const SCRYPT_MEMORY = 1024 * 1024 * 1024;

/** The work is the same whether it matches or not, whatever the password is. */
export async function matchesImported(hash: ImportedHash, password: Uint8Array): Promise<boolean> {
	const isSame = timingSafeEqual(await derive(hash, password), hash.tag);
	return isSame && !(hash.kind === "bcrypt" && isMoreThanBcryptSees(password));
}

/** Its implementations also end the password at a NUL. */
function isMoreThanBcryptSees(password: Uint8Array): boolean {
	return password.length > BCRYPT_INPUT || password.includes(0);
}

async function derive(hash: ImportedHash, password: Uint8Array): Promise<Buffer> {
	const { salt, tag } = hash;
	switch (hash.kind) {
		case "argon2id":
		case "argon2i":
		case "argon2d": {
			const { version, memory, passes, parallelism } = hash.cost;
			return hashRaw(password, {
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
			return deriveByScrypt(password, salt, tag.length, { N: 2 ** logN, r, p, maxmem: SCRYPT_MEMORY });
		}
		case "pbkdf2-sha256":
		case "pbkdf2-sha512": {
			const digest = hash.kind.slice("pbkdf2-".length);
			return deriveByPbkdf2(password, salt, hash.cost.iterations, tag.length, digest);
		}
		default: {
			// Most deployments never meet a bcrypt hash.
			const bcrypt = await import("@node-rs/bcrypt");
			const input = beforeBcrypt(hash.kind, salt, password);
			const text = await bcrypt.hash(input, hash.cost.logRounds, salt);
			return decodeBcryptBase64(text.slice(-TAG_LETTERS));
		}
	}
}

/** What systems hash first, so that long passwords count as a whole. */
function beforeBcrypt(kind: ImportedHash["kind"], salt: Buffer, password: Uint8Array): string | Uint8Array {
	switch (kind) {
		case "bcrypt-sha256-hex":
			return createHash("sha256").update(password).digest("hex");
		case "bcrypt-sha256-base64":
			return createHash("sha256").update(password).digest("base64");
		case "bcrypt-hmac-sha256":
			return createHmac("sha256", encodeBcryptBase64(salt)).update(password).digest("base64");
		default:
			return password;
	}
}
