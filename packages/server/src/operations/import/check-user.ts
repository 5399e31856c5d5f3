import type { TotpParameters } from "../../identity/factor/totp.ts";
import type { ImportedHash } from "../../identity/password/imported-hash.ts";
import { emptyProfile, type Profile } from "../../identity/user/profile.ts";
import { tooLarge } from "../../identity/user/profile-size.ts";
import { readProfile } from "../../identity/user/read-profile.ts";
import type { User } from "../../identity/user/user.ts";
import { canonicalUsername } from "../../identity/user/username.ts";
import { documentPath } from "../../platform/lib/package-root.ts";
import { applyProfileChange } from "../administration/apply-profile-change.ts";
import { looksLikeHash, readPasswordHash } from "./read-password-hash.ts";
import { members } from "./read-rows.ts";
import { readTotp } from "./read-totp.ts";

export interface UserToImport extends Profile {
	/** Canonical. */
	username: string;
	role: User["role"];
	disabled: boolean;
	hash: ImportedHash | null;
	/** An authenticator app, with which two-step login is on. */
	totp: TotpParameters | null;
}

/** Validates one user. The mistake, the first one found, repeats no input. */
export function checkUser(given: unknown, now: number): UserToImport | { mistake: string } {
	if (typeof given !== "object" || given === null || Array.isArray(given))
		return { mistake: "the line is not a JSON object" };
	if (!Object.keys(given).every((name) => members.includes(name)))
		return { mistake: `there is a member beside ${members.join(", ")}` };

	const { username, passwordHash, role, disabled, totp, ...rest } = withoutNulls(given);
	if (typeof username !== "string") return { mistake: "username is missing, or not text" };
	if (looksLikeHash(username)) return { mistake: "username is a password hash: are the columns mixed up?" };
	const canonical = canonicalUsername(username);
	if (canonical === null)
		return { mistake: "username is empty, too long, or has spaces, control or invisible characters" };
	if (role !== undefined && role !== "user" && role !== "admin")
		return { mistake: "role is neither user nor admin" };
	if (disabled !== undefined && typeof disabled !== "boolean")
		return { mistake: "disabled is neither true nor false" };

	const read = passwordHash === undefined ? { hash: null } : readPasswordHash(passwordHash);
	if ("mistake" in read) return read;
	const app = totp === undefined ? { totp: null } : readTotp(totp);
	if ("mistake" in app) return app;
	const profile = readUserProfile(rest, username, now);
	if ("mistake" in profile) return profile;
	if (tooLarge({ ...profile, username: canonical }) !== null)
		return { mistake: `email, groups and attributes take too much room (${documentPath("people.md")})` };
	return {
		...profile,
		username: canonical,
		role: role ?? "user",
		disabled: disabled ?? false,
		hash: read.hash,
		totp: app.totp,
	};
}

function readUserProfile(given: object, username: string, now: number): Profile | { mistake: string } {
	const read = readProfile(given);
	if ("mistake" in read) return { mistake: `${read.member} ${read.mistake}` };
	const { displayName = username, email } = read;
	if (looksLikeHash(displayName))
		return { mistake: "displayName is a password hash: are the columns mixed up?" };
	if (read.emailVerified === true && email === undefined) return { mistake: "emailVerified lacks an email" };
	return applyProfileChange({ ...emptyProfile, displayName }, read, now).after;
}

function withoutNulls(given: object): Record<string, unknown> {
	return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
}
