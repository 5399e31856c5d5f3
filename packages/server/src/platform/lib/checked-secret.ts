import { crc32 } from "node:zlib";
import { sha256 } from "./hash.ts";
import type { Random } from "./random.ts";

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const CHECKSUM_CHARACTERS = 6;
const HINT_CHARACTERS = 4;
/** Bytes from here on would make the first digits more likely than the last. */
const FAIR_BYTES = 256 - (256 % DIGITS.length);

/**
 * Secrets of the form: a prefix, so many random characters of base62, and 6 of the CRC-32 of all before them. It is what secret scanners
 * look for, and what tells a mistyped secret from a wrong one. It has no sign at which a double click stops.
 */
export function checkedSecret(prefix: string, randomCharacters: number) {
	const pattern = `^${prefix}[0-9A-Za-z]{${randomCharacters + CHECKSUM_CHARACTERS}}$`;
	const form = new RegExp(pattern);
	return {
		pattern,
		make(random: Random): string {
			let text = prefix;
			while (text.length < prefix.length + randomCharacters) {
				const [byte = 0] = random(1);
				if (byte < FAIR_BYTES) text += DIGITS[byte % DIGITS.length];
			}
			return text + checksum(text);
		},
		hasForm: (text: string): boolean => form.test(text),
		/** Whether a text may be one that was cut off. */
		begins: (text: string): boolean => text.startsWith(prefix),
		/** Whether a text of that form was copied whole. */
		isSound: (text: string): boolean =>
			checksum(text.slice(0, -CHECKSUM_CHARACTERS)) === text.slice(-CHECKSUM_CHARACTERS),
		/** So many random bits need no slow hash (ASVS 6.5.2). */
		hashOf: (text: string): string => sha256(text),
		/** Its first random characters. */
		hintOf: (text: string): string => text.slice(prefix.length, prefix.length + HINT_CHARACTERS),
		/** In lists: recognizable, and no part of a guess. */
		shown: (hint: string): string => `${prefix}${hint}…`,
	};
}

function checksum(text: string): string {
	let rest = crc32(text);
	let digits = "";
	for (let place = 0; place < CHECKSUM_CHARACTERS; place++) {
		digits = DIGITS[rest % DIGITS.length] + digits;
		rest = Math.floor(rest / DIGITS.length);
	}
	return digits;
}
