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

interface Argon2Cost {
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

interface ScryptCost {
	logN: number;
	r: number;
	p: number;
}

const MEBIBYTE = 1024 * 1024;
const deriveByScrypt = promisify<Uint8Array, Buffer, number, ScryptOptions, Buffer>(scryptCallback);

const scrypt: Kind<ScryptCost> = {
	costs: ["logN", "r", "p"],
	bounds({ logN, r, p }) {
		if (128 * 2 ** logN * r > 256 * MEBIBYTE) return "it takes more than 256 MiB of memory";
		if (logN >= 16 * r) return "its N is too large for its r (RFC 7914)";
		// From N = 2^15, r = 8, p = 1 to N = 2^17, r = 8, p = 4.
		return between("N·r·p", 2 ** logN * r * p, 2 ** 18, 2 ** 22);
	},
	derive: (password, { logN, r, p }, salt, size) =>
		// Far above what the bounds allow; Node's own limit lies far below.
		deriveByScrypt(password, salt, size, { N: 2 ** logN, r, p, maxmem: 1024 * MEBIBYTE }),
};

const deriveByPbkdf2 = promisify(pbkdf2Callback);

const pbkdf2 = (digest: "sha256" | "sha512"): Kind<{ iterations: number }> => ({
	costs: ["iterations"],
	// Fewer make a fast hash (NIST SP 800-132, 5.2).
	bounds: ({ iterations }) => between("iterations", iterations, 1000, 2_000_000),
	derive: (password, { iterations }, salt, size) => deriveByPbkdf2(password, salt, iterations, size, digest),
});

/** Most deployments never meet a bcrypt hash. */
export const loadBcrypt = () => import("@node-rs/bcrypt");

/** `inputOf`: what a system hashes first, so that long passwords count as a whole. The cost is 2 to this power rounds. */
const bcrypt = (
	inputOf: (password: Uint8Array, salt: Buffer) => string | Uint8Array,
): Kind<{ logRounds: number }> => ({
	costs: ["logRounds"],
	bounds({ logRounds }, salt, tag) {
		if (salt.length !== 16 || tag.length !== 23) return "it does not have the length of bcrypt";
		return between("cost", logRounds, 4, 14);
	},
	async derive(password, { logRounds }, salt) {
		const library = await loadBcrypt();
		const text = await library.hash(inputOf(password, salt), logRounds, salt);
		return decodeBcryptBase64(text.slice(-31));
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
