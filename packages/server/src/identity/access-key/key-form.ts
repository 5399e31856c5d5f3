import { crc32 } from "node:zlib";
import { sha256 } from "../../platform/lib/hash.ts";
import type { Random } from "../../platform/lib/random.ts";

/**
 * An access key is `sallyport_`, 32 random characters of base62 (190 bits), and 6 of the CRC-32 of all before them: what secret
 * scanners look for, and what tells a mistyped key from a wrong one. It has no sign at which a double click stops.
 */
export const ACCESS_KEY_PATTERN = "^sallyport_[0-9A-Za-z]{38}$";

const PREFIX = "sallyport_";
const FORM = new RegExp(ACCESS_KEY_PATTERN);
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RANDOM_CHARACTERS = 32;
const CHECKSUM_CHARACTERS = 6;
const HINT_CHARACTERS = 4;
/** Bytes from here on would make the first digits more likely than the last. */
const FAIR_BYTES = 256 - (256 % DIGITS.length);

export function makeAccessKey(random: Random): string {
	let text = PREFIX;
	while (text.length < PREFIX.length + RANDOM_CHARACTERS) {
		const [byte = 0] = random(1);
		if (byte < FAIR_BYTES) text += DIGITS[byte % DIGITS.length];
	}
	return text + checksum(text);
}

/** Whether a text is meant as an access key. No password was ever taken that is sound by its checksum. */
export const hasKeyForm = (text: string): boolean => FORM.test(text);

/** Whether a text of that form was copied whole. */
export function isSoundKey(key: string): boolean {
	return checksum(key.slice(0, -CHECKSUM_CHARACTERS)) === key.slice(-CHECKSUM_CHARACTERS);
}

/** 190 bits need no slow hash (ASVS 6.5.2). */
export const hashOfKey = (key: string): string => sha256(key);

export const hintOf = (key: string): string => key.slice(PREFIX.length, PREFIX.length + HINT_CHARACTERS);

/** A key in lists: recognizable, and no part of a guess. */
export const shownKey = (hint: string): string => `${PREFIX}${hint}…`;

function checksum(text: string): string {
	let rest = crc32(text);
	let digits = "";
	for (let place = 0; place < CHECKSUM_CHARACTERS; place++) {
		digits = DIGITS[rest % DIGITS.length] + digits;
		rest = Math.floor(rest / DIGITS.length);
	}
	return digits;
}
