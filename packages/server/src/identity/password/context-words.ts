/**
 * Words that a guesser tries first for one user: names of the user and of the service (ASVS 6.1.2, 6.2.11). Letters are
 * compared without regard to case, width, and the characters between them.
 */

const LONGEST_WORD = 100;
const LEAST_PART = 3;
const MOST_WORDS = 40;

/** True when the password as a whole is one of the names, once or several times over. */
export function isContextWord(password: string, names: string[]): boolean {
	const bare = strip(password);
	if (bare === "") return false;
	return names.map(strip).some((name) => name !== "" && bare === name.repeat(bare.length / name.length));
}

/** The names and their parts, as words for the estimator of strength, which finds them decorated and combined. */
export function contextWords(names: string[]): string[] {
	const words = names.flatMap((name) => {
		const folded = fold(name);
		const parts = folded.split(/[^\p{L}\p{N}]+/u).filter((part) => part.length >= LEAST_PART);
		return [folded, strip(name), ...parts];
	});
	const usable = words.filter((word) => word !== "").map((word) => word.slice(0, LONGEST_WORD));
	return [...new Set(usable)].slice(0, MOST_WORDS);
}

/** Capitals and wide letters make nothing harder to guess. */
export function fold(text: string): string {
	return text.normalize("NFKC").toLowerCase();
}

function strip(text: string): string {
	return fold(text).replaceAll(/[^\p{L}\p{N}]/gu, "");
}
