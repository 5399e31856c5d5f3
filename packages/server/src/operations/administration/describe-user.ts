import { type NewUser, type User, userState } from "../../identity/user/user.ts";
import { timestamp } from "../../platform/lib/timestamp.ts";

/** Describes a user as answers and --json show one. */
export function describeUser(
	user: NewUser & Partial<Pick<User, "secondFactorAt" | "secondFactorDueAt" | "version">>,
) {
	return {
		id: user.id,
		username: user.username,
		kind: user.kind,
		displayName: user.displayName,
		email: user.email,
		emailVerifiedAt: timestamp(user.emailVerifiedAt),
		role: user.role,
		groups: [...user.groups],
		attributes: user.attributes,
		locale: user.locale,
		externalId: user.externalId,
		state: userState(user),
		createdAt: timestamp(user.createdAt),
		lastLoginAt: timestamp(user.lastLoginAt),
		lastLoginAddress: user.lastLoginAddress,
		disabledAt: timestamp(user.disabledAt),
		secondFactorAt: timestamp(user.secondFactorAt ?? null),
		secondFactorDueAt: timestamp(user.secondFactorDueAt ?? null),
		version: user.version ?? 1,
	};
}
