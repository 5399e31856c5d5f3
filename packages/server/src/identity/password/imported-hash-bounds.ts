import type { Argon2Cost, ImportedHash, ScryptCost } from "./imported-hash.ts";

/**
 * Beyond these a stored hash is an attack or a mistake, and running it would starve the pool. KiB, passes, lanes. The
 * dearest takes about two seconds, sixteen passes over 256 MiB.
 */
export const mostArgon2 = { memory: 262_144, passes: 16, parallelism: 16 };
const MOST_SCRYPT_MEMORY = 262_144 * 1024;
/** N·r·p: 2^17·8·4. */
const MOST_SCRYPT_WORK = 2 ** 22;
/** That of N = 2^15, r = 8, p = 1, whichever way it is spent. */
const LEAST_SCRYPT_WORK = 2 ** 18;
const MOST_ITERATIONS = 2_000_000;
/** NIST SP 800-132, 5.2. Below, it is a fast hash with a better name. */
const LEAST_ITERATIONS = 1000;
const MOST_LOG_ROUNDS = 14;
const LEAST_LOG_ROUNDS = 4;

/** Bytes. */
const LEAST_SALT = 8;
const MOST_SALT = 64;
const LEAST_TAG = 16;
const MOST_TAG = 64;
const BCRYPT_SALT = 16;
const BCRYPT_TAG = 23;

/** Why a hash is never run, for the operator who wants to import it; null: it may be. */
export function boundsOf(hash: ImportedHash): string | null {
	if (!Object.values(hash.cost).every((value) => Number.isSafeInteger(value) && value > 0))
		return "its cost is not made of whole numbers";
	const { salt, tag } = hash;
	if (salt.length < LEAST_SALT || salt.length > MOST_SALT)
		return `its salt has ${salt.length} bytes; ${LEAST_SALT} to ${MOST_SALT} are accepted`;
	if (tag.length < LEAST_TAG || tag.length > MOST_TAG)
		return `it is ${tag.length} bytes long; ${LEAST_TAG} to ${MOST_TAG} are accepted`;
	switch (hash.kind) {
		case "argon2id":
		case "argon2i":
		case "argon2d":
			return argon2Bounds(hash.cost);
		case "scrypt":
			return scryptBounds(hash.cost);
		case "pbkdf2-sha256":
		case "pbkdf2-sha512":
			return between("iterations", hash.cost.iterations, LEAST_ITERATIONS, MOST_ITERATIONS);
		default:
			if (salt.length !== BCRYPT_SALT || tag.length !== BCRYPT_TAG) return "it has not the length of bcrypt";
			return between("cost", hash.cost.logRounds, LEAST_LOG_ROUNDS, MOST_LOG_ROUNDS);
	}
}

function argon2Bounds({ version, memory, passes, parallelism }: Argon2Cost): string | null {
	if (version !== 16 && version !== 19) return "its version is neither 16 nor 19";
	return (
		between("lanes", parallelism, 1, mostArgon2.parallelism) ??
		between("KiB of memory", memory, 8 * parallelism, mostArgon2.memory) ??
		between("passes", passes, 1, mostArgon2.passes)
	);
}

function scryptBounds({ logN, r, p }: ScryptCost): string | null {
	const work = 2 ** logN * r * p;
	if (128 * 2 ** logN * r > MOST_SCRYPT_MEMORY) return "it takes more than 256 MiB of memory";
	if (logN >= 16 * r) return "its N is too large for its r (RFC 7914)";
	return between("N·r·p", work, LEAST_SCRYPT_WORK, MOST_SCRYPT_WORK);
}

function between(what: string, value: number, least: number, most: number): string | null {
	if (value >= least && value <= most) return null;
	return `its ${what}, ${value}, ${value < least ? `less than ${least}: too cheap` : `more than ${most}: too dear`}`;
}
