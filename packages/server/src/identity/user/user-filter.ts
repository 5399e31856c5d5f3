import type { User, UserState } from "./user.ts";

/** Which users are listed. All that are given must fit. */
export interface UserFilter {
	/** The beginning of the username, or, with an @, the whole e-mail address. */
	q?: string | undefined;
	username?: string | undefined;
	email?: string | undefined;
	externalId?: string | undefined;
	role?: User["role"] | undefined;
	kind?: User["kind"] | undefined;
	state?: UserState | undefined;
	group?: string | undefined;
	/** Whether a login needs a second factor. */
	secondFactor?: boolean | undefined;
	/** No login since then, in milliseconds. */
	inactiveSince?: number | undefined;
}

export type UserOrder = "username" | "createdAt";
