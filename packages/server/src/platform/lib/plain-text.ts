/** Control characters, lone surrogates, line ends, and marks that change the direction of text. */
const REFUSED = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** Text that looks the same to all who read it, of at most so many code points. */
export function isPlainText(given: unknown, most: number): given is string {
	return typeof given === "string" && [...given].length <= most && !REFUSED.test(given);
}
