import { hasHidden } from "../../platform/lib/plain-text.ts";

/**
 * The one canonical form of a username, for lookup, uniqueness and throttling alike: NFKC, case-folded (as in the
 * UsernameCaseMapped profile of RFC 8265). Two spellings that look alike must never be two accounts or two budgets.
 */
export const USERNAME_MAX_CODE_POINTS = 254;

const isRefused = (text: string) => hasHidden(text) || /\p{Z}/u.test(text);

/** The canonical form, or null when the name may not be used: empty, too long, spaces, controls, invisible characters. */
export function canonicalUsername(typed: string): string | null {
	if (isRefused(typed)) return null;
	const canonical = fold(fold(typed));
	if (canonical === "" || isRefused(canonical) || [...canonical].length > USERNAME_MAX_CODE_POINTS)
		return null;
	return canonical;
}

/** Upper case first, so that ß and ss, ſ and s, σ and ς meet; NFKC last, because case mapping can denormalise. */
function fold(text: string): string {
	return text.normalize("NFKC").toUpperCase().toLowerCase().normalize("NFKC");
}
