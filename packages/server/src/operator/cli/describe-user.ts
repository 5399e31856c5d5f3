import { type NewUser, type User, userState } from "../../identity/user/user.ts";
import { timestamp } from "./columns.ts";

/** Describes a user as --json prints it. */
export function describeUser(user: NewUser & Partial<Pick<User, "secondFactorAt" | "version">>) {
	return {
		id: user.id,
		username: user.username,
		kind: user.kind,
		displayName: user.displayName,
		email: user.email,
		emailVerifiedAt: timestamp(user.emailVerifiedAt),
		role: user.role,
		groups: user.groups,
		attributes: user.attributes,
		locale: user.locale,
		externalId: user.externalId,
		state: userState(user),
		createdAt: timestamp(user.createdAt),
		lastLoginAt: timestamp(user.lastLoginAt),
		disabledAt: timestamp(user.disabledAt),
		secondFactorAt: timestamp(user.secondFactorAt ?? null),
		version: user.version ?? 1,
	};
}
