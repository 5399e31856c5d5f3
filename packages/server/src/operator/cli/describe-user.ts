import { type NewUser, userState } from "../../identity/user/user-store.ts";
import { timestamp } from "./columns.ts";

/** A user as --json shows one. */
export function describeUser(user: NewUser) {
	return {
		id: user.id,
		username: user.username,
		displayName: user.displayName,
		role: user.role,
		state: userState(user),
		createdAt: timestamp(user.createdAt),
		lastLoginAt: timestamp(user.lastLoginAt),
		disabledAt: timestamp(user.disabledAt),
	};
}
