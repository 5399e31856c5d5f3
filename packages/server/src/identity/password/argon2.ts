/**
 * argon2id (RFC 9106) on libuv's pool. Every verification costs what one hash with the current parameters costs, whatever is
 * stored and whether or not it matches, so that the time reveals nothing about the account (ASVS 6.3.8).
 */
import { randomBytes } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { hash as hashArgon2, hashRaw, type ParsedHashOptions, parseOptions, verify } from "@node-rs/argon2";
import type { Clock } from "../../platform/lib/clock.ts";
import { matchesImported, readImportedHash } from "./imported-hash.ts";
import { mostArgon2 } from "./imported-kinds.ts";

const LEAST_TAG = 16;
const LONGEST_PHC = 512;
const SALT_LENGTH = 16;
const TAG_LENGTH = 32;

export interface HashParameters {
	/** KiB. */
	memory: number;
	passes: number;
	parallelism: number;
}

/** The weight of a new measurement in the running average. */
const NEWEST = 1 / 8;

/** The clock is one that never jumps, in milliseconds. */
export function createArgon2(
	{ memory, passes, parallelism }: HashParameters,
	clock: Clock = () => performance.now(),
) {
	const options = { memoryCost: memory, timeCost: passes, parallelism, outputLen: TAG_LENGTH };
	const oneHash = memory * passes;
	/** What is compared when there is nothing to compare: the hash of no known password. */
	const dummy = `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${randomText(SALT_LENGTH)}$${randomText(TAG_LENGTH)}`;
	const current = parseOptions(dummy);

	/** How long one hash with the current parameters takes now, in milliseconds. 0: not measured yet. */
	let usual = 0;
	const measure = async <Result>(run: () => Promise<Result>): Promise<Result> => {
		const began = clock();
		const result = await run();
		const took = clock() - began;
		usual = usual === 0 ? took : usual + (took - usual) * NEWEST;
		return result;
	};

	/** Does this much work or a little more, and returns how much: as few passes as possible over as much memory. */
	const spend = async (cost: number, password: Uint8Array): Promise<number> => {
		if (cost <= 0) return 0;
		const timeCost = Math.ceil(cost / memory);
		// argon2 rounds memory down to four blocks a lane (RFC 9106, section 3.2).
		const blocks = Math.ceil(cost / timeCost / (4 * parallelism)) * 4 * parallelism;
		const memoryCost = Math.max(8 * parallelism, blocks);
		const salt = randomBytes(SALT_LENGTH);
		await hashRaw(password, { ...options, memoryCost, timeCost, salt });
		return memoryCost * timeCost;
	};

	/**
	 * A match needs a rehash when the stored hash has other parameters than new hashes get, or is that of another system.
	 * `spent`: what was computed, in KiB times passes.
	 */
	const compare = async (stored: string, password: Uint8Array, received: Uint8Array) => {
		const imported = readImportedHash(stored);
		if (imported !== null) {
			// Other functions do not count in KiB: the time they take says what they spend.
			if (usual === 0) await measure(() => verify(dummy, received));
			const began = clock();
			const matches = await matchesImported(imported, received);
			return { matches, needsRehash: matches, spent: ((clock() - began) / usual) * oneHash };
		}
		const found = readArgon2id(stored);
		if (found === null) {
			await measure(() => verify(dummy, password));
			return { matches: false, needsRehash: false, spent: oneHash };
		}
		if (isDeepStrictEqual(found, current)) {
			const matches = await measure(() => verify(stored, password));
			return { matches, needsRehash: false, spent: oneHash };
		}
		const matches = await verify(stored, password);
		return { matches, needsRehash: matches, spent: found.memoryCost * found.timeCost };
	};

	return {
		/** PHC string with a random salt of 128 bits and a tag of 256. */
		hash: (password: Uint8Array): Promise<string> =>
			measure(() => hashArgon2(password, { ...options, salt: randomBytes(SALT_LENGTH) })),
		/**
		 * null and what cannot be read never match. The password is that of our own hashes (NFC); `received` is what hashes of
		 * other systems are compared with. `work`: what was computed, in hashes of the current parameters.
		 */
		async verify(stored: string | null, password: Uint8Array, received = password) {
			const { spent, ...verification } = await compare(stored ?? "", password, received);
			const padding = await spend(oneHash - spent, password);
			return { ...verification, work: (spent + padding) / oneHash };
		},
	};
}

function randomText(size: number): string {
	return randomBytes(size).toString("base64").replace(/=+$/, "");
}

/** null: not an argon2id hash of ours, or not one that may be run. */
function readArgon2id(stored: string): ParsedHashOptions | null {
	if (stored.length > LONGEST_PHC || !stored.startsWith("$argon2id$")) return null;
	try {
		const found = parseOptions(stored);
		const sound =
			found.outputLen >= LEAST_TAG &&
			found.memoryCost <= mostArgon2.memory &&
			found.timeCost <= mostArgon2.passes &&
			found.parallelism <= mostArgon2.parallelism;
		return sound ? found : null;
	} catch {
		return null;
	}
}
