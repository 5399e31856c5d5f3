import type { TotpParameters } from "../../identity/factor/totp.ts";
import type { ImportedHash } from "../../identity/password/imported-hash.ts";
import type { User } from "../../identity/user/user-store.ts";
import { canonicalUsername, USERNAME_MAX_CODE_POINTS } from "../../identity/user/username.ts";
import { looksLikeHash, readPasswordHash } from "./read-password-hash.ts";
import { members } from "./read-rows.ts";
import { readTotp } from "./read-totp.ts";

export interface UserToImport {
	/** Canonical. */
	username: string;
	displayName: string;
	role: User["role"];
	disabled: boolean;
	hash: ImportedHash | null;
	/** An authenticator app, with which two-step login is on. */
	totp: TotpParameters | null;
}

/** Control characters, lone surrogates, line ends, and marks that change the direction of text. */
const REFUSED_IN_NAMES = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** Validates one user. The mistake, the first one found, repeats no input. */
export function checkUser(given: unknown): UserToImport | { mistake: string } {
	if (typeof given !== "object" || given === null || Array.isArray(given))
		return { mistake: "the line is not a JSON object" };
	if (!Object.keys(given).every((name) => members.includes(name)))
		return { mistake: `there is a member beside ${members.join(", ")}` };

	const { username, passwordHash, role, displayName, disabled, totp } = withoutNulls(given);
	if (typeof username !== "string") return { mistake: "username is missing, or not text" };
	if (looksLikeHash(username)) return { mistake: "username is a password hash: are the columns mixed up?" };
	const canonical = canonicalUsername(username);
	if (canonical === null)
		return { mistake: "username is empty, too long, or has spaces, control or invisible characters" };
	if (role !== undefined && role !== "user" && role !== "admin")
		return { mistake: "role is neither user nor admin" };
	if (displayName !== undefined && !isName(displayName))
		return { mistake: "displayName is empty, too long, or has control characters" };
	if (disabled !== undefined && typeof disabled !== "boolean")
		return { mistake: "disabled is neither true nor false" };

	const read = passwordHash === undefined ? { hash: null } : readPasswordHash(passwordHash);
	if ("mistake" in read) return read;
	const app = totp === undefined ? { totp: null } : readTotp(totp);
	if ("mistake" in app) return app;
	return {
		username: canonical,
		displayName: displayName ?? username,
		role: role ?? "user",
		disabled: disabled ?? false,
		hash: read.hash,
		totp: app.totp,
	};
}

function withoutNulls(given: object): Record<string, unknown> {
	return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
}

function isName(given: unknown): given is string {
	return (
		typeof given === "string" &&
		given.trim() !== "" &&
		[...given].length <= USERNAME_MAX_CODE_POINTS &&
		!REFUSED_IN_NAMES.test(given) &&
		!looksLikeHash(given)
	);
}
