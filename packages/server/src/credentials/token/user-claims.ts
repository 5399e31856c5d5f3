import type { Profile } from "../../identity/user/profile.ts";
import { shortName } from "../../identity/user/profile-size.ts";

/** What a token can say of a user besides the role. */
export interface ClaimedUser
	extends Pick<Profile, "displayName" | "email" | "emailVerifiedAt" | "groups" | "attributes"> {
	username: string;
}

/** The claims that SALLYPORT_TOKEN_CLAIMS adds to a token, in its order: those that the user has a value for. */
export type UserClaims = ReturnType<typeof createUserClaims>;

export function createUserClaims(names: readonly string[]) {
	return function userClaims(user: ClaimedUser): Record<string, unknown> {
		return Object.fromEntries(names.flatMap((name) => claim(name, user)));
	};
}

function claim(name: string, user: ClaimedUser): Array<[name: string, value: unknown]> {
	switch (name) {
		case "groups":
			return [[name, user.groups]];
		case "preferred_username":
			return [[name, user.username]];
		case "name":
			return [[name, shortName(user.displayName)]];
		case "email":
			if (user.email === null) return [];
			// An address that its user has not proven names no person.
			return [
				[name, user.email],
				["email_verified", user.emailVerifiedAt !== null],
			];
		default:
			return Object.hasOwn(user.attributes, name) ? [[name, user.attributes[name]]] : [];
	}
}
