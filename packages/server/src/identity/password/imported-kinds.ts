/** The hash functions of other systems: what their cost is made of, how far it may go, and how to compute them. */
import {
	createHmac,
	hash,
	pbkdf2 as pbkdf2Callback,
	type ScryptOptions,
	scrypt as scryptCallback,
} from "node:crypto";
import { promisify } from "node:util";
import { hashRaw } from "@node-rs/argon2";
import { decodeBcryptBase64, encodeBcryptBase64 } from "./bcrypt-base64.ts";

export interface Kind<Cost> {
	/** In the order in which they are stored. */
	costs: ReadonlyArray<keyof Cost & string>;
	/** Why such a hash is never run, for the operator who imports it; null: it is accepted. */
	bounds(cost: Cost, salt: Buffer, tag: Buffer): string | null;
	/** What the system would have stored: `size` bytes, computed on libuv's pool. */
	derive(password: Uint8Array, cost: Cost, salt: Buffer, size: number): Promise<Buffer>;
}

export interface Argon2Cost {
	/** 16 or 19. */
	version: number;
	/** KiB. */
	memory: number;
	passes: number;
	parallelism: number;
}

/**
 * Beyond these, a stored hash is an attack or a mistake, and running it would starve the pool. KiB, passes, lanes. The most
 * expensive takes about two seconds: sixteen passes over 256 MiB.
 */
export const mostArgon2 = { memory: 262_144, passes: 16, parallelism: 16 };

/** `algorithm`: a value of the library's enum, which exists only as a type; so is its version. */
const argon2 = (algorithm: number): Kind<Argon2Cost> => ({
	costs: ["memory", "passes", "parallelism", "version"],
	bounds({ version, memory, passes, parallelism }) {
		if (version !== 16 && version !== 19) return "its version is neither 16 nor 19";
		return (
			between("lanes", parallelism, 1, mostArgon2.parallelism) ??
			between("KiB of memory", memory, 8 * parallelism, mostArgon2.memory) ??
			between("passes", passes, 1, mostArgon2.passes)
		);
	},
	derive: (password, { version, memory, passes, parallelism }, salt, outputLen) =>
		hashRaw(password, {
			algorithm,
			version: version === 16 ? 0 : 1,
			memoryCost: memory,
			timeCost: passes,
			parallelism,
			salt,
			outputLen,
		}),
});

export interface ScryptCost {
	logN: number;
	r: number;
	p: number;
}

/** Bytes. */
const MOST_SCRYPT_MEMORY = 262_144 * 1024;
/** N·r·p: 2^17·8·4. */
const MOST_SCRYPT_WORK = 2 ** 22;
/** That of N = 2^15, r = 8, p = 1. */
const LEAST_SCRYPT_WORK = 2 ** 18;
/** Far above what the bounds allow; Node's own limit lies far below. Bytes. */
const SCRYPT_MAXMEM = 1024 * 1024 * 1024;
const deriveByScrypt = promisify<Uint8Array, Buffer, number, ScryptOptions, Buffer>(scryptCallback);

const scrypt: Kind<ScryptCost> = {
	costs: ["logN", "r", "p"],
	bounds({ logN, r, p }) {
		if (128 * 2 ** logN * r > MOST_SCRYPT_MEMORY) return "it takes more than 256 MiB of memory";
		if (logN >= 16 * r) return "its N is too large for its r (RFC 7914)";
		return between("N·r·p", 2 ** logN * r * p, LEAST_SCRYPT_WORK, MOST_SCRYPT_WORK);
	},
	derive: (password, { logN, r, p }, salt, size) =>
		deriveByScrypt(password, salt, size, { N: 2 ** logN, r, p, maxmem: SCRYPT_MAXMEM }),
};

/** NIST SP 800-132, 5.2. Below, it is a fast hash. */
const LEAST_ITERATIONS = 1000;
const MOST_ITERATIONS = 2_000_000;
const deriveByPbkdf2 = promisify(pbkdf2Callback);

const pbkdf2 = (digest: "sha256" | "sha512"): Kind<{ iterations: number }> => ({
	costs: ["iterations"],
	bounds: ({ iterations }) => between("iterations", iterations, LEAST_ITERATIONS, MOST_ITERATIONS),
	derive: (password, { iterations }, salt, size) => deriveByPbkdf2(password, salt, iterations, size, digest),
});

/** Bytes. */
const BCRYPT_SALT = 16;
const BCRYPT_TAG = 23;
const TAG_LETTERS = 31;

/** `inputOf`: what a system hashes first, so that long passwords count as a whole. The cost is 2 to this power rounds. */
const bcrypt = (
	inputOf: (password: Uint8Array, salt: Buffer) => string | Uint8Array,
): Kind<{ logRounds: number }> => ({
	costs: ["logRounds"],
	bounds({ logRounds }, salt, tag) {
		if (salt.length !== BCRYPT_SALT || tag.length !== BCRYPT_TAG)
			return "it does not have the length of bcrypt";
		return between("cost", logRounds, 4, 14);
	},
	async derive(password, { logRounds }, salt) {
		// Most deployments never meet a bcrypt hash.
		const library = await import("@node-rs/bcrypt");
		const text = await library.hash(inputOf(password, salt), logRounds, salt);
		return decodeBcryptBase64(text.slice(-TAG_LETTERS));
	},
});

export const kinds = {
	argon2d: argon2(0),
	argon2i: argon2(1),
	argon2id: argon2(2),
	scrypt,
	"pbkdf2-sha256": pbkdf2("sha256"),
	"pbkdf2-sha512": pbkdf2("sha512"),
	bcrypt: bcrypt((password) => password),
	// Django.
	"bcrypt-sha256-hex": bcrypt((password) => hash("sha256", password, "hex")),
	// passlib 1.7.2.
	"bcrypt-sha256-base64": bcrypt((password) => hash("sha256", password, "base64")),
	// passlib 1.7.3: under the salt as bcrypt writes it.
	"bcrypt-hmac-sha256": bcrypt((password, salt) =>
		createHmac("sha256", encodeBcryptBase64(salt)).update(password).digest("base64"),
	),
};

function between(what: string, value: number, least: number, most: number): string | null {
	if (value >= least && value <= most) return null;
	return `its ${what}, ${value}, ${value < least ? `less than ${least}: too cheap` : `more than ${most}: too expensive`}`;
}
