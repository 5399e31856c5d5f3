import { insertMembers } from "../../identity/user/group-store.ts";
import { emptyProfile } from "../../identity/user/profile.ts";
import type { NewUser, User } from "../../identity/user/user.ts";
import { findUserByUsername, insertUser } from "../../identity/user/user-store.ts";
import { canonicalUsername } from "../../identity/user/username.ts";
import { isUniqueViolation } from "../../platform/database/error-codes.ts";
import { LoginError } from "../../platform/errors.ts";
import { randomUuid } from "../../platform/lib/random.ts";
import type { Uses } from "../uses.ts";
import { applyProfileChange, requireFits, requireProfile } from "./apply-profile-change.ts";
import { requireGroups } from "./change-profile.ts";
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
}: Uses<"opened" | "audit" | "clock" | "random"> & { giveLink: GiveLink }) {
	return async function addUser({
		name,
		kind = "person",
		role,
		passwordHash,
		profile = {},
		mail = false,
	}: {
		name: string;
		/** A service account has neither a password nor a link to set one. */
		kind?: User["kind"];
		role: User["role"];
		passwordHash: string | null;
		/** Members of a ProfileChange, unchecked. */
		profile?: object;
		mail?: boolean;
	}): Promise<{ user: NewUser } & (ShownLink | MailedLink | { setupLink: null; setupLinkExpiresAt: null })> {
		const username = canonicalUsername(name);
		if (username === null) {
			const message = "A username has 1 to 254 characters, and no spaces, control or invisible characters.";
			throw new LoginError("validation_failed", message);
		}
		const given = requireProfile(profile);
		const { after } = applyProfileChange({ ...emptyProfile, displayName: name }, given, clock());
		requireFits({ ...after, username });
		const user: NewUser = {
			...after,
			id: randomUuid(random),
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
				await requireGroups(queries, { groups });
				await insertUser(queries, user);
				await insertMembers(queries, [{ userId: id, groups }]);
				const service = kind === "service" ? { service: true } : {};
				const detail = { username, role, ...service, ...(groups.length === 0 ? {} : { groups }) };
				await record({ event: "user_created", userId: id, detail });
				if (passwordHash !== null || kind === "service")
					return { user, setupLink: null, setupLinkExpiresAt: null };
				return { user, ...(await (mail ? giveLink.mail : giveLink.show)(queries, record, user)) };
			});
		} catch (error) {
			if (!isUniqueViolation(error)) throw error;
			const isUsername = (await findUserByUsername(database, username)) !== null;
			throw new LoginError(isUsername ? "username_taken" : "external_id_taken", { cause: error });
		}
	};
}
