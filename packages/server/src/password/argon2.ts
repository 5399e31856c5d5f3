/**
 * argon2id (RFC 9106), synchronously: for hashing threads only, since one call takes tens of milliseconds. Every
 * verification costs what one hash with the present parameters costs, whatever is stored and whether it matches, so that
 * time tells nothing about the account (ASVS 6.3.8).
 */
import { randomBytes } from "node:crypto";
import { hashRawSync, hashSync, type ParsedHashOptions, parseOptions, verifySync } from "@node-rs/argon2";
import type { HashJobs, HashParameters, Verification } from "./hash-jobs.ts";

/** Beyond these a stored hash is an attack or a mistake, and running it would starve the pool. KiB, passes, lanes. */
const MOST = { memory: 262_144, passes: 16, parallelism: 16 };
const LEAST_TAG = 16;
const LONGEST_PHC = 512;
const SALT_LENGTH = 16;
const TAG_LENGTH = 32;
/** Values of the library's enums, which exist only as types. */
const ARGON2ID = 2;
const VERSION_13 = 1;

/** `work` in the answers: what was computed, in hashes of the present parameters. */
export interface Argon2 {
	/** PHC string with a random salt of 128 bits and a tag of 256. */
	hash(password: Uint8Array): HashJobs["hash"]["result"];
	/** null, unreadable and foreign hashes never match. */
	verify(stored: string | null, password: Uint8Array): HashJobs["verify"]["result"];
}

export function createArgon2({ memory, passes, parallelism }: HashParameters): Argon2 {
	const options = { memoryCost: memory, timeCost: passes, parallelism, outputLen: TAG_LENGTH };
	const oneHash = memory * passes;

	/** KiB times passes since the present job began. Counted where it is computed, so that it cannot claim too much. */
	let spent = 0;
	const compute = <Result>(memoryCost: number, timeCost: number, run: () => Result): Result => {
		const result = run();
		spent += memoryCost * timeCost;
		return result;
	};

	const hash = (password: Uint8Array): string =>
		compute(memory, passes, () => hashSync(password, { ...options, salt: randomBytes(SALT_LENGTH) }));

	/** What is compared when there is nothing to compare: a real hash of a secret that nobody has. */
	const dummy = hash(randomBytes(32));

	/** Spends the rest of one hash: as few passes as possible over as much memory. */
	const pad = (password: Uint8Array, cost: number): void => {
		const timeCost = Math.ceil(cost / memory);
		const memoryCost = Math.max(8 * parallelism, Math.floor(cost / timeCost));
		const salt = randomBytes(SALT_LENGTH);
		compute(memoryCost, timeCost, () => hashRawSync(password, { ...options, memoryCost, timeCost, salt }));
	};

	const isPresent = (found: ParsedHashOptions): boolean =>
		found.version === VERSION_13 &&
		found.memoryCost === memory &&
		found.timeCost === passes &&
		found.parallelism === parallelism &&
		found.outputLen === TAG_LENGTH &&
		found.saltLen === SALT_LENGTH;

	const verify = (stored: string | null, password: Uint8Array): Verification => {
		const found = readArgon2id(stored);
		if (stored === null || found === null) {
			compute(memory, passes, () => verifySync(dummy, password));
			return { matches: false, needsRehash: false };
		}
		const matches = compute(found.memoryCost, found.timeCost, () => verifySync(stored, password));
		if (spent < oneHash) pad(password, oneHash - spent);
		return { matches, needsRehash: matches && !isPresent(found) };
	};

	return {
		hash(password) {
			spent = 0;
			return { hash: hash(password), work: spent / oneHash };
		},
		verify(stored, password) {
			spent = 0;
			return { ...verify(stored, password), work: spent / oneHash };
		},
	};
}

/** null: not an argon2id hash, or not one that may be run. */
function readArgon2id(stored: string | null): ParsedHashOptions | null {
	if (stored === null || stored.length > LONGEST_PHC || !stored.startsWith("$argon2id$")) return null;
	try {
		const found = parseOptions(stored);
		const sound =
			found.algorithm === ARGON2ID &&
			found.outputLen >= LEAST_TAG &&
			found.memoryCost <= MOST.memory &&
			found.timeCost <= MOST.passes &&
			found.parallelism <= MOST.parallelism;
		return sound ? found : null;
	} catch {
		return null;
	}
}
