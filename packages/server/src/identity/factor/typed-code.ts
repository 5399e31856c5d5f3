import { invalid } from "../../platform/errors.ts";

/** What a user typed as a second factor: the code of an authenticator app, or a recovery code. */
export type TypedCode =
	| { method: "totp"; code: string }
	| { method: "recovery_code"; place: number; code: string };

/** Ignores spaces and hyphens; reads O, I and L as digits (Crockford's base 32). Throws validation_failed. */
export function readCode(typed: string): TypedCode {
	const code = typed.replace(/[ -]/g, "").toUpperCase();
	if (/^[0-9]{6}$|^[0-9]{8}$/.test(code)) return { method: "totp", code };
	if (/^[0-9][0-9A-Z]{14}$/.test(code)) {
		return { method: "recovery_code", place: Number(code[0]), code: withoutLookalikes(code) };
	}
	throw invalid("/code", "malformed", "A code has 6 or 8 digits; a recovery code has 15 letters and digits.");
}

function withoutLookalikes(code: string): string {
	return code.replaceAll("O", "0").replace(/[IL]/g, "1");
}
