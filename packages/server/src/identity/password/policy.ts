import { contextWords, fold, isContextWord } from "./context-words.ts";
import { createPasswordStrength } from "./strength.ts";

/** Code points. */
export const PASSWORD_MAX_CODE_POINTS = 255;
/** Bytes of UTF-8. */
export const PASSWORD_MAX_BYTES = 1024;

export interface PasswordPolicyOptions {
	/** Code points. */
	minimumLength: number;
	/** Its host is, like the product's name, what nobody may use as a password (ASVS 6.1.2). */
	baseUrl: string;
}

export interface PasswordReason {
	code: "too_short" | "too_long" | "blocked" | "malformed";
	/** A sentence for the person who chose the password; never contains it. */
	message: string;
}

export type PasswordVerdict = { ok: true } | { ok: false; reasons: PasswordReason[] };

export interface PasswordPolicy {
	/** Asynchronous, in a thread of its own; rejects with Overloaded when too many choose a password at once. */
	check(
		password: string,
		user: { username: string; displayName: string },
		signal?: AbortSignal,
	): Promise<PasswordVerdict>;
	/** Ends the thread, which otherwise ends by itself. */
	close(): Promise<void>;
}

/**
 * 10^11 guesses: what lies below falls to a list and simple rules. Three words drawn by lot from a list of 7776 take
 * more, and so do 15 letters drawn by lot.
 */
const LEAST_GUESSES = 11;

/**
 * What a new password must be: of sound length, and not guessable by its being common, decorated, repeated, a row of keys,
 * or the user's or the service's name (ASVS 6.2.1, 6.2.4, 6.2.9, 6.2.11). No rule about kinds of characters (6.2.5).
 */
export function createPasswordPolicy({ minimumLength, baseUrl }: PasswordPolicyOptions): PasswordPolicy {
	const serviceNames = ["sallyport", new URL(baseUrl).hostname];
	const strength = createPasswordStrength();

	return {
		async check(password, { username, displayName }, signal) {
			const unsound = checkForm(password, minimumLength);
			if (unsound !== null) return refuse(unsound);
			const names = [...serviceNames, username, displayName];
			if (isContextWord(password, names)) return refuse(named);
			const input = { password: fold(password), context: contextWords(names) };
			const guesses = await strength.guesses(input, signal);
			return guesses < LEAST_GUESSES ? refuse(guessable) : { ok: true };
		},
		close: strength.close,
	};
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

function refuse(reason: PasswordReason): PasswordVerdict {
	return { ok: false, reasons: [reason] };
}

/** Lengths are those of the form that is hashed (NFC). */
function checkForm(password: string, minimumLength: number): PasswordReason | null {
	if (!password.isWellFormed() || password.includes("\0")) {
		return { code: "malformed", message: "The password contains NUL or half of a surrogate pair." };
	}
	if (Buffer.byteLength(password) > PASSWORD_MAX_BYTES) {
		return {
			code: "too_long",
			message: `The password takes more than ${PASSWORD_MAX_BYTES} bytes in UTF-8.`,
		};
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
