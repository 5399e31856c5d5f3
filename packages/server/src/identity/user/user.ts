import type { Profile } from "./profile.ts";

export interface User extends Profile {
	id: string;
	username: string;
	/** service: a program, which logs in with access keys and in no other way. */
	kind: "person" | "service";
	role: "user" | "admin";
	passwordHash: string | null;
	/** When it was set or removed; null: there was never one. */
	passwordChangedAt: number | null;
	createdAt: number;
	lastLoginAt: number | null;
	lastLoginAddress: string | null;
	disabledAt: number | null;
	/** Since when a login needs a second factor; null: it does not. */
	secondFactorAt: number | null;
	/** Until when the user may continue without a second factor; null: none was required yet. */
	secondFactorDueAt: number | null;
	/** When a factor was added or removed, the second step switched, or the user disabled; 0: never. */
	factorsChangedAt: number;
	/** Counts changes of what is known of the user; logins are none. */
	version: number;
	loginWindow: LoginWindow;
}

/** What counts against the login rate: each login as one, and each other check of a password as its hashes. */
export interface LoginWindow {
	/** When the first of them was counted; null: none was. */
	startedAt: number | null;
	count: number;
}

/** A user who has never logged in. */
export type NewUser = Omit<
	User,
	"loginWindow" | "secondFactorAt" | "secondFactorDueAt" | "factorsChangedAt" | "version"
>;

export type UserState = "invited" | "reset" | "active" | "disabled";

/** Invited: never had a password. Reset: had one. */
export function userState(
	user: Pick<User, "kind" | "passwordHash" | "passwordChangedAt" | "disabledAt">,
): UserState {
	if (user.disabledAt !== null) return "disabled";
	if (user.passwordHash !== null || user.kind === "service") return "active";
	return user.passwordChangedAt === null ? "invited" : "reset";
}
