/**
 * argon2id (RFC 9106) on libuv's pool. Every verification costs what one hash with the present parameters costs, whatever is
 * stored and whether it matches, so that time tells nothing about the account (ASVS 6.3.8).
 */
import { randomBytes } from "node:crypto";
import { hash as hashArgon2, hashRaw, type ParsedHashOptions, parseOptions, verify } from "@node-rs/argon2";
import type { Clock } from "../../platform/lib/clock.ts";
import { matchesImported } from "./derive-imported.ts";
import { type ImportedHash, mostArgon2, readImportedHash } from "./imported-hash.ts";

const LEAST_TAG = 16;
const LONGEST_PHC = 512;
const SALT_LENGTH = 16;
const TAG_LENGTH = 32;
/** Values of the library's enums, which exist only as types. */
const ARGON2ID = 2;
const VERSION_13 = 1;

export interface HashParameters {
	/** KiB. */
	memory: number;
	passes: number;
	parallelism: number;
}

export interface Verification {
	matches: boolean;
	/** True only with a match: the stored hash has other parameters than new hashes get, or is that of another system. */
	needsRehash: boolean;
}

/** `work` in the results: what was computed, in hashes of the present parameters. */
export interface Argon2 {
	/** PHC string with a random salt of 128 bits and a tag of 256. */
	hash(password: Uint8Array): Promise<{ hash: string; work: number }>;
	/**
	 * null and what cannot be read never match. The password is that of our own hashes (NFC); `received` is what hashes of
	 * other systems are compared with.
	 */
	verify(
		stored: string | null,
		password: Uint8Array,
		received?: Uint8Array,
	): Promise<Verification & { work: number }>;
}

/** What one job has computed so far, in KiB times passes. Counted where it is computed, so that it cannot claim too much. */
interface Job {
	spent: number;
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
	/** What is compared when there is nothing to compare: the hash of no known password. */
	const dummy = `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${randomText(SALT_LENGTH)}$${randomText(TAG_LENGTH)}`;

	/** What one hash with the present parameters takes these days, in milliseconds. 0: not measured yet. */
	let usual = 0;
	const measure = async <Result>(run: () => Promise<Result>): Promise<Result> => {
		const began = clock();
		const result = await run();
		const took = clock() - began;
		usual = usual === 0 ? took : usual + (took - usual) * NEWEST;
		return result;
	};

	const computePresent = async <Result>(job: Job, run: () => Promise<Result>): Promise<Result> => {
		const result = await measure(run);
		job.spent += oneHash;
		return result;
	};

	/** Spends the rest of one hash, or a little more: as few passes as possible over as much memory. */
	const pad = async (job: Job, password: Uint8Array): Promise<void> => {
		const cost = oneHash - job.spent;
		if (cost <= 0) return;
		const timeCost = Math.ceil(cost / memory);
		// argon2 rounds memory down to four blocks a lane (RFC 9106, section 3.2).
		const blocks = Math.ceil(cost / timeCost / (4 * parallelism)) * 4 * parallelism;
		const memoryCost = Math.max(8 * parallelism, blocks);
		const salt = randomBytes(SALT_LENGTH);
		await hashRaw(password, { ...options, memoryCost, timeCost, salt });
		job.spent += memoryCost * timeCost;
	};

	const isPresent = (found: ParsedHashOptions): boolean =>
		found.version === VERSION_13 &&
		found.memoryCost === memory &&
		found.timeCost === passes &&
		found.parallelism === parallelism &&
		found.outputLen === TAG_LENGTH &&
		found.saltLen === SALT_LENGTH;

	/** Other functions do not count in KiB: the time they take says what they spend. */
	const verifyImported = async (
		job: Job,
		imported: ImportedHash,
		received: Uint8Array,
	): Promise<Verification> => {
		if (usual === 0) await measure(() => verify(dummy, received));
		const began = clock();
		const matches = await matchesImported(imported, received);
		job.spent += ((clock() - began) / usual) * oneHash;
		return { matches, needsRehash: matches };
	};

	const verifyAny = async (
		job: Job,
		stored: string | null,
		password: Uint8Array,
		received: Uint8Array,
	): Promise<Verification> => {
		const imported = stored === null ? null : readImportedHash(stored);
		if (imported !== null) return verifyImported(job, imported, received);
		const found = readArgon2id(stored);
		if (stored === null || found === null) {
			await computePresent(job, () => verify(dummy, password));
			return { matches: false, needsRehash: false };
		}
		if (isPresent(found)) {
			return { matches: await computePresent(job, () => verify(stored, password)), needsRehash: false };
		}
		const matches = await verify(stored, password);
		job.spent += found.memoryCost * found.timeCost;
		return { matches, needsRehash: matches };
	};

	return {
		async hash(password) {
			const job = { spent: 0 };
			const salt = randomBytes(SALT_LENGTH);
			const hash = await computePresent(job, () => hashArgon2(password, { ...options, salt }));
			return { hash, work: job.spent / oneHash };
		},
		async verify(stored, password, received = password) {
			const job = { spent: 0 };
			const verification = await verifyAny(job, stored, password, received);
			await pad(job, password);
			return { ...verification, work: job.spent / oneHash };
		},
	};
}

function randomText(size: number): string {
	return randomBytes(size).toString("base64").replace(/=+$/, "");
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
