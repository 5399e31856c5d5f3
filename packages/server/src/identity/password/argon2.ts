/**
 * argon2id (RFC 9106), synchronously: for hashing threads only, since one call takes tens of milliseconds. Every
 * verification costs what one hash with the present parameters costs, whatever is stored and whether it matches, so that
 * time tells nothing about the account (ASVS 6.3.8).
 */
import { randomBytes } from "node:crypto";
import { hashRawSync, hashSync, type ParsedHashOptions, parseOptions, verifySync } from "@node-rs/argon2";
import type { Clock } from "../../platform/lib/clock.ts";
import { matchesImported } from "./derive-imported.ts";
import type { HashJobs, HashParameters, Verification } from "./hash-jobs.ts";
import { type ImportedHash, mostArgon2, readImportedHash } from "./imported-hash.ts";

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
	/**
	 * null and what cannot be read never match. The password is that of our own hashes (NFC); `received` is what hashes of
	 * other systems are compared with.
	 */
	verify(
		stored: string | null,
		password: Uint8Array,
		received?: Uint8Array,
	): Omit<HashJobs["verify"]["result"], "took">;
}

/** So much a new measurement counts in the running average. */
const NEWEST = 1 / 8;

/** The clock is one that never jumps, in milliseconds. */
export function createArgon2(
	{ memory, passes, parallelism }: HashParameters,
	clock: Clock = () => performance.now(),
): Argon2 {
	const options = { memoryCost: memory, timeCost: passes, parallelism, outputLen: TAG_LENGTH };
	const oneHash = memory * passes;

	/** KiB times passes since the present job began. Counted where it is computed, so that it cannot claim too much. */
	let spent = 0;
	const compute = <Result>(memoryCost: number, timeCost: number, run: () => Result): Result => {
		const result = run();
		spent += memoryCost * timeCost;
		return result;
	};

	/** What one hash with the present parameters takes in this thread these days; milliseconds. */
	let usual = 0;
	const computePresent = <Result>(run: () => Result): Result => {
		const began = clock();
		const result = compute(memory, passes, run);
		const took = clock() - began;
		usual = usual === 0 ? took : usual + (took - usual) * NEWEST;
		return result;
	};

	const hash = (password: Uint8Array): string =>
		computePresent(() => hashSync(password, { ...options, salt: randomBytes(SALT_LENGTH) }));

	/** What is compared when there is nothing to compare: a real hash of a secret that nobody has. */
	const dummy = hash(randomBytes(32));

	/** Spends the rest of one hash, or a little more: as few passes as possible over as much memory. */
	const pad = (password: Uint8Array, cost: number): void => {
		const timeCost = Math.ceil(cost / memory);
		// argon2 rounds memory down to four blocks a lane (RFC 9106, section 3.2).
		const blocks = Math.ceil(cost / timeCost / (4 * parallelism)) * 4 * parallelism;
		const memoryCost = Math.max(8 * parallelism, blocks);
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

	/** Other functions do not count in KiB: what they spend is told by the time they take. */
	const verifyImported = (imported: ImportedHash, received: Uint8Array): Verification => {
		const began = clock();
		const matches = matchesImported(imported, received);
		spent += usual === 0 ? 0 : ((clock() - began) / usual) * oneHash;
		return { matches, needsRehash: matches };
	};

	const verify = (stored: string | null, password: Uint8Array, received: Uint8Array): Verification => {
		const imported = stored === null ? null : readImportedHash(stored);
		if (imported !== null) return verifyImported(imported, received);
		const found = readArgon2id(stored);
		if (stored === null || found === null) {
			computePresent(() => verifySync(dummy, password));
			return { matches: false, needsRehash: false };
		}
		const run = () => verifySync(stored, password);
		if (isPresent(found)) return { matches: computePresent(run), needsRehash: false };
		const matches = compute(found.memoryCost, found.timeCost, run);
		return { matches, needsRehash: matches };
	};

	return {
		hash(password) {
			spent = 0;
			return { hash: hash(password), work: spent / oneHash };
		},
		verify(stored, password, received = password) {
			spent = 0;
			const verification = verify(stored, password, received);
			if (spent < oneHash) pad(password, oneHash - spent);
			return { ...verification, work: spent / oneHash };
		},
	};
}

/** null: not an argon2id hash of ours, or not one that may be run. */
function readArgon2id(stored: string | null): ParsedHashOptions | null {
	if (stored === null || stored.length > LONGEST_PHC || !stored.startsWith("$argon2id$")) return null;
	try {
		const found = parseOptions(stored);
		const sound =
			found.algorithm === ARGON2ID &&
			found.outputLen >= LEAST_TAG &&
			found.memoryCost <= mostArgon2.memory &&
			found.timeCost <= mostArgon2.passes &&
			found.parallelism <= mostArgon2.parallelism;
		return sound ? found : null;
	} catch {
		return null;
	}
}
