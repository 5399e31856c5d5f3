import { insertMembers } from "../../identity/user/group-store.ts";
import { emptyProfile } from "../../identity/user/profile.ts";
import type { NewUser, User } from "../../identity/user/user.ts";
import { findUserById, findUserByUsername, insertUser } from "../../identity/user/user-store.ts";
import { requireUsername } from "../../identity/user/username.ts";
import { isErased } from "../../platform/audit/erasure-store.ts";
import { isUniqueViolation } from "../../platform/database/error-codes.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { invalid, LoginError } from "../../platform/errors.ts";
import { isUuid, randomUuid } from "../../platform/lib/random.ts";
import type { Platform } from "../../platform/platform.ts";
import { applyProfileChange, requireFits, requireProfile } from "./apply-profile-change.ts";
import { requireGroups } from "./change-profile.ts";
import { requireInReach, requirePerson } from "./change-user.ts";
import type { GiveLink, MailedLink, ShownLink } from "./give-link.ts";

/**
 * With a hash the user is active at once; without one a setup link comes back, or goes to the user's address. Throws
 * validation_failed, username_taken, external_id_taken, limit_exceeded.
 */
export function createAddUser({
	opened: { database },
	audit,
	clock,
	random,
	giveLink,
}: Platform & { giveLink: GiveLink }) {
	return async function addUser({
		name,
		kind = "person",
		role,
		passwordHash,
		profile = {},
		invite = "link",
		id: givenId,
	}: {
		name: string;
		/** A service account has neither a password nor a link to set one. */
		kind?: User["kind"];
		role: User["role"];
		passwordHash: string | null;
		/** Members of a ProfileChange, unchecked. */
		profile?: object;
		/** How a person without a password gets a link to set one. */
		invite?: "link" | "mail" | "none";
		/** One that APIs know the user by already. */
		id?: string | undefined;
	}): Promise<{ user: NewUser } & (ShownLink | MailedLink | { setupLink: null; setupLinkExpiresAt: null })> {
		const username = requireUsername(name);
		requireInReach({ role }, audit.actor);
		if (role === "admin") requirePerson({ kind });
		const given = requireProfile(profile);
		const { after } = applyProfileChange({ ...emptyProfile, displayName: name }, given, clock());
		requireFits({ ...after, username });
		const user: NewUser = {
			...after,
			id: givenId ?? randomUuid(random),
			username,
			kind,
			role,
			passwordHash,
			passwordChangedAt: passwordHash === null ? null : clock(),
			createdAt: clock(),
			lastLoginAt: null,
			lastLoginAddress: null,
			disabledAt: null,
		};
		try {
			return await audit.transact(async (queries, record) => {
				const { id, groups } = user;
				// Within: a repeated request finds what it has made before it is refused for it.
				if (givenId !== undefined) await requireFreeId(queries, id, username);
				await requireGroups(queries, { groups });
				await insertUser(queries, user);
				await insertMembers(queries, [{ userId: id, groups }]);
				const service = kind === "service" ? { service: true } : {};
				const detail = { username, role, ...service, ...(groups.length === 0 ? {} : { groups }) };
				await record({ event: "user_created", userId: id, detail });
				if (passwordHash !== null || kind === "service" || invite === "none")
					return { user, setupLink: null, setupLinkExpiresAt: null };
				return {
					user,
					...(await (invite === "mail" ? giveLink.mail : giveLink.show)(queries, record, user)),
				};
			});
		} catch (error) {
			if (!isUniqueViolation(error)) throw error;
			if (givenId !== undefined) await requireFreeId(database, givenId, username);
			const isUsername = (await findUserByUsername(database, username)) !== null;
			throw new LoginError(isUsername ? "username_taken" : "external_id_taken", { cause: error });
		}
	};
}

/**
 * In the one spelling that tokens have, and never that of another user, or of a removed one whose events are kept. Throws
 * validation_failed; username_taken where this very user is there already.
 */
async function requireFreeId(queries: Queryable, id: string, username: string): Promise<void> {
	if (!isUuid(id)) throw invalid("/id", "malformed", "An id is a UUID in lower case.");
	const holder = await findUserById(queries, id);
	if (holder?.username === username) throw new LoginError("username_taken");
	if (holder !== null || (await isErased(queries, id)))
		throw invalid("/id", "taken", "Another user has this id, or had it.");
}
