import type { Platform } from "../../platform/platform.ts";
import type { PasswordHasher } from "../password/hash.ts";
import type { LoginRate } from "../throttle/login-rate.ts";

/** One for each first digit: it says which hash to compare with, so that a try costs one. */
const CODES = 10;
const LETTERS = 14;
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * Makes recovery codes: a digit and 14 characters of 5 bits (ASVS 6.5.2; SP 800-63B-4 section 3.1.2 asks for 64 bits or a
 * limit of attempts, here are both). `codes` are for the user alone, `hashes` for the database, by place. Each costs a hash as a
 * login does, and counts as one. Throws rate_limited, overloaded.
 */
export function createMakeRecoveryCodes(
	{ random, audit }: Platform,
	{ hasher, loginRate }: { hasher: PasswordHasher; loginRate: LoginRate },
) {
	return async function makeRecoveryCodes(userId: string, signal: AbortSignal) {
		await audit.transact((queries) => loginRate.countConfirmation(queries, userId, CODES));
		const codes = Array.from({ length: CODES }, (_, place) => {
			const letters = [...random(LETTERS)].map((byte) => ALPHABET[byte % ALPHABET.length]);
			return [place, ...letters].join("");
		});
		const hashes: string[] = [];
		for (const code of codes) hashes.push(await hasher.hash(code, signal));
		return { codes: codes.map(inGroups), hashes };
	};
}

const inGroups = (code: string): string => code.replace(/^(.{5})(.{5})(.{5})$/, "$1-$2-$3");
