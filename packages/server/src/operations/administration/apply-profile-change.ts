import { isDeepStrictEqual } from "node:util";
import type { Profile } from "../../identity/user/profile.ts";
import { tooLarge } from "../../identity/user/profile-size.ts";
import { type ProfileChange, readProfile } from "../../identity/user/read-profile.ts";
import { invalid, LoginError } from "../../platform/errors.ts";

/** Throws validation_failed with what is wrong, in words for people. */
export function requireProfile(given: object): ProfileChange {
	const read = readProfile(given);
	if (!("mistake" in read)) return read;
	throw invalid(`/${read.member}`, "malformed", `${read.member} ${read.mistake}.`);
}

/** Throws limit_exceeded. */
export function requireFits(user: Profile & { username: string }): void {
	const message = tooLarge(user);
	if (message !== null) throw new LoginError("limit_exceeded", message);
}

/** What a profile becomes, and the members that differ. */
export function applyProfileChange(
	before: Profile,
	change: ProfileChange,
	now: number,
): { after: Profile; members: Array<keyof ProfileChange> } {
	const { emailVerified, attributes, groups, ...plain } = change;
	const after = { ...before, ...plain };
	if (groups !== undefined) after.groups = groups;
	if (attributes !== undefined) after.attributes = merge(before.attributes, attributes);
	if (emailVerified === true && after.email === null)
		throw invalid("/emailVerified", "malformed", "There is no e-mail address to vouch for.");
	// Another address is not proven by the one before.
	const wasVerified = after.email === before.email && before.emailVerifiedAt !== null;
	const isVerified = after.email !== null && (emailVerified ?? wasVerified);
	after.emailVerifiedAt = !isVerified ? null : wasVerified ? before.emailVerifiedAt : now;
	const members = (["displayName", "email", "locale", "externalId", "groups", "attributes"] as const).filter(
		(member) => !isDeepStrictEqual(before[member], after[member]),
	);
	const isChecked = (before.emailVerifiedAt === null) === (after.emailVerifiedAt === null);
	return { after, members: isChecked ? members : [...members, "emailVerified"] };
}

function merge(current: Profile["attributes"], change: NonNullable<ProfileChange["attributes"]>) {
	const merged = Object.entries({ ...current, ...change }).filter(([, value]) => value !== null);
	return Object.fromEntries(merged.sort(([one], [other]) => (one < other ? -1 : 1))) as Profile["attributes"];
}
