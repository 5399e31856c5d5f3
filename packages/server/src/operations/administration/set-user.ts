import { findUserByUsername } from "../../identity/user/user-store.ts";
import { requireUsername } from "../../identity/user/username.ts";
import { isUniqueViolation } from "../../platform/database/error-codes.ts";
import { LoginError } from "../../platform/errors.ts";
import type { Platform } from "../../platform/platform.ts";
import type { QueueMail } from "../mail/queue-mail.ts";
import type { Uses } from "../uses.ts";
import { requireProfile } from "./apply-profile-change.ts";
import { createChangeProfile, type Moves, requireGroups } from "./change-profile.ts";
import { type ChangeUser, unknownUser, type Which } from "./change-user.ts";
import { renameUser } from "./rename-user.ts";

/** Changes what is known of a user. */
export function createSetUser(
	platform: Platform & Uses<"throttle"> & { queueMail: QueueMail } & Pick<ChangeUser, "change" | "find">,
) {
	const { change, find, throttle, opened } = platform;
	const changeProfile = createChangeProfile(platform);

	/**
	 * `given`: members of a ProfileChange, unchecked. Throws validation_failed, limit_exceeded, username_taken,
	 * external_id_taken.
	 */
	return async function set(
		which: Which,
		given: object,
		also: Moves & { username?: string | undefined } = {},
	) {
		const profile = requireProfile(given);
		const { groups: join = [] } = requireProfile({ groups: also.join });
		const { groups: leave = [] } = requireProfile({ groups: also.leave });
		const wanted = { ...profile, join, leave };
		const username = also.username === undefined ? null : requireUsername(also.username);
		try {
			return await change(which, async (user, queries, record) => {
				await requireGroups(queries, wanted);
				const isNew = username !== null && username !== user.username;
				if (isNew) await renameUser(queries, record, user, { username, throttle });
				const changed = await changeProfile(queries, record, user.id, wanted);
				if (changed === null) throw unknownUser();
				return { ...changed, formerUsername: isNew ? user.username : null };
			});
		} catch (error) {
			if (!isUniqueViolation(error)) throw error;
			const holder = username === null ? null : await findUserByUsername(opened.database, username);
			const isTaken = holder !== null && holder.id !== (await find(which)).id;
			throw new LoginError(isTaken ? "username_taken" : "external_id_taken", { cause: error });
		}
	};
}
