import { isDeepStrictEqual } from "node:util";
import type { ProfileChange } from "../../identity/user/read-profile.ts";
import type { ExistingUser } from "./match-users.ts";

/** The part of a change that would change something, and the names of its members. */
export function differenceOf(
	user: ExistingUser,
	{ emailVerified, attributes = {}, ...wanted }: ProfileChange,
): { profile: ProfileChange; members: string[] } {
	const plain = Object.entries(wanted).filter(
		([name, value]) => !isDeepStrictEqual(user[name as keyof typeof wanted], value),
	);
	const others = Object.entries(attributes).filter(
		([name, value]) => (user.attributes[name] ?? null) !== value,
	);
	// Another address is not proven by the one before.
	const isVerified = user.emailVerifiedAt !== null && !plain.some(([name]) => name === "email");
	const profile: ProfileChange = {
		...Object.fromEntries(plain),
		...(others.length === 0 ? {} : { attributes: Object.fromEntries(others) }),
		...(emailVerified === undefined || emailVerified === isVerified ? {} : { emailVerified }),
	};
	return { profile, members: Object.keys(profile) };
}
