import { LoginError } from "../../platform/errors.ts";
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

/** The canonical form of a new name. Throws validation_failed. */
export function requireUsername(typed: string): string {
	const username = canonicalUsername(typed);
	if (username !== null) return username;
	const message = "A username has 1 to 254 characters, and no spaces, control or invisible characters.";
	throw new LoginError("validation_failed", {
		message,
		errors: [{ pointer: "/username", code: "malformed", message }],
	});
}

/** Upper case first, so that ß and ss, ſ and s, σ and ς meet; NFKC last, because case mapping can denormalise. */
function fold(text: string): string {
	return text.normalize("NFKC").toUpperCase().toLowerCase().normalize("NFKC");
}
