import { type Client, permits } from "../../identity/application/client.ts";
import type { User } from "../../identity/user/user.ts";
import { findUserById } from "../../identity/user/user-store.ts";
import type { Queryable } from "../../platform/database/tables.ts";

/**
 * What each scope tells of a user; in the id token and at userinfo alike (OpenID Connect Core, section 5.4). For whom the id token
 * is, its `aud` says, and `client_id` at userinfo (RFC 8693, section 4.3).
 */
export const claimsOfScopes = {
	openid: ["sub", "acr", "amr", "auth_time", "client_id"],
	profile: ["name", "preferred_username", "locale"],
	email: ["email", "email_verified"],
	groups: ["groups"],
} as const;

/** null: there is no such user, or it is disabled, or may not use the application: nothing is issued or told any more. */
export async function findApplicationUser(
	queries: Queryable,
	userId: string,
	client: Pick<Client, "allowedGroups">,
): Promise<User | null> {
	const user = await findUserById(queries, userId);
	if (user === null || user.disabledAt !== null || user.kind !== "person") return null;
	return permits(client, user) ? user : null;
}

export function claimsOf(user: User): Record<string, unknown> {
	const known = {
		name: user.displayName,
		preferred_username: user.username,
		...(user.locale === null ? {} : { locale: user.locale }),
		groups: user.groups,
	};
	if (user.email === null) return known;
	// An address that its user has not proven names no person.
	return { ...known, email: user.email, email_verified: user.emailVerifiedAt !== null };
}
