import { LoginError } from "../../platform/errors.ts";
import type { User } from "../user/user.ts";
import { contextWords, fold, isContextWord } from "./context-words.ts";
import { createPasswordStrength, type PasswordStrength } from "./strength.ts";

/** Code points. */
export const PASSWORD_MAX_CODE_POINTS = 255;
/** Bytes of UTF-8. */
export const PASSWORD_MAX_BYTES = 1024;

interface PasswordReason {
	code: "too_short" | "too_long" | "blocked" | "malformed";
	/** A sentence for the person who chose the password; never contains it. */
	message: string;
}

type Chooser = Pick<User, "username" | "displayName">;

/**
 * 10^11 guesses: what lies below falls to a list and simple rules. Three words drawn at random from a list of 7776 take
 * more, and so do 15 letters drawn at random.
 */
const LEAST_GUESSES = 11;

/** Throws password_rejected with the reason, at the member of the body that held the password; Overloaded as check does. */
type RequireGoodPassword = (pointer: string, password: string, user: Chooser) => Promise<void>;

/**
 * What a new password must be: of sound length, and not guessable by its being common, decorated, repeated, a row of keys,
 * or the user's or the service's name (ASVS 6.1.2, 6.2.1, 6.2.4, 6.2.9, 6.2.11). No rule about kinds of characters (6.2.5).
 * `minimumLength`: code points.
 */
export function createPasswordPolicy(settings: {
	minimumLength: number;
	baseUrl: string;
	brandName: string;
	strength?: PasswordStrength | undefined;
}) {
	const { minimumLength, baseUrl, brandName, strength = createPasswordStrength() } = settings;
	const serviceNames = ["sallyport", new URL(baseUrl).hostname, brandName];

	/** Why it is rejected; null: it is good. Rejects with Overloaded when too many choose a password at once. */
	async function check(password: string, { username, displayName }: Chooser): Promise<PasswordReason | null> {
		const unsound = checkForm(password, minimumLength);
		if (unsound !== null) return unsound;
		const names = [...serviceNames, username, displayName];
		if (isContextWord(password, names)) return named;
		const input = { password: fold(password), context: contextWords(names) };
		return (await strength.guesses(input, username)) < LEAST_GUESSES ? guessable : null;
	}

	const require: RequireGoodPassword = async (pointer, password, user) => {
		const reason = await check(password, user);
		if (reason !== null) throw new LoginError("password_rejected", { errors: [{ pointer, ...reason }] });
	};

	/** `close` ends the thread, which otherwise ends by itself. */
	return { check, require, close: strength.close };
}

const named: PasswordReason = {
	code: "blocked",
	message:
		"The password is a name of the user or of this service. Choose one that is not associated with you or with this service.",
};

const guessable: PasswordReason = {
	code: "blocked",
	message:
		"The password is easy to guess: it is well known, or made of common words, names, dates, repetitions or rows of keys. Several unrelated words make a good one.",
};

/** Lengths are those of the form that is hashed (NFC). */
function checkForm(password: string, minimumLength: number): PasswordReason | null {
	if (!password.isWellFormed() || password.includes("\0")) {
		return { code: "malformed", message: "The password contains NUL or a lone surrogate." };
	}
	if (Buffer.byteLength(password) > PASSWORD_MAX_BYTES) {
		const message = `The password takes more than ${PASSWORD_MAX_BYTES} bytes in UTF-8.`;
		return { code: "too_long", message };
	}
	const length = [...password.normalize("NFC")].length;
	if (length < minimumLength) {
		const message = `Use at least ${minimumLength} characters. Several unrelated words are long and easy to remember.`;
		return { code: "too_short", message };
	}
	if (length > PASSWORD_MAX_CODE_POINTS) {
		return { code: "too_long", message: `Use at most ${PASSWORD_MAX_CODE_POINTS} characters.` };
	}
	return null;
}
