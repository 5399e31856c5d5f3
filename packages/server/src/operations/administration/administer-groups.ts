import type { Group } from "../../identity/user/group.ts";
import {
	findGroup,
	insertGroup,
	listGroups,
	pageOfGroups,
	pageOfMembers,
	writeDescription,
} from "../../identity/user/group-store.ts";
import { groupNameRule, isGroupName } from "../../identity/user/read-profile.ts";
import { isUniqueViolation } from "../../platform/database/error-codes.ts";
import { everyPage } from "../../platform/database/keyset-page.ts";
import { invalid, LoginError } from "../../platform/errors.ts";
import { isPlainText } from "../../platform/lib/plain-text.ts";
import type { Platform } from "../../platform/platform.ts";
import type { QueueMail } from "../mail/queue-mail.ts";
import { createMoveMembers, unknownGroup } from "./move-members.ts";
import { createRemoveGroup } from "./remove-group.ts";

const LONGEST_DESCRIPTION = 256;
/** How many members one statement reads. */
const PAGE = 1000;

/**
 * Groups are flat names that exist before they are used. They give no right in this service: APIs decide what a group may.
 * Throws validation_failed, group_exists, limit_exceeded, not_found.
 */
export function createGroupAdministration(platform: Platform & { queueMail: QueueMail }) {
	const { opened, audit, clock } = platform;
	const { database } = opened;
	const { transact } = audit;

	/** Finds a group without its members. */
	async function require(name: string): Promise<Group> {
		const group = await findGroup(database, name);
		if (group === null) throw unknownGroup();
		return group;
	}

	return {
		require,

		list: () => listGroups(database),

		page: (of: Parameters<typeof pageOfGroups>[1]) => pageOfGroups(database, of),

		async pageOfMembers(name: string, of: Parameters<typeof pageOfMembers>[2]) {
			await require(name);
			return pageOfMembers(database, name, of);
		},

		/** Finds a group with its members, by username. */
		async find(name: string) {
			const group = await require(name);
			const pages = everyPage((after) => pageOfMembers(database, name, { after, most: PAGE }));
			const members = (await Array.fromAsync(pages)).flat();
			return { ...group, members: members.sort((one, other) => (one.username < other.username ? -1 : 1)) };
		},

		async add(name: string, description = ""): Promise<Group> {
			const group = { ...requireNewGroup(name, description), createdAt: clock() };
			try {
				return await transact(async (queries, record) => {
					await insertGroup(queries, group);
					await record({ event: "group_created", detail: { group: name } });
					return group;
				});
			} catch (error) {
				throw isUniqueViolation(error) ? new LoginError("group_exists", { cause: error }) : error;
			}
		},

		describe: (name: string, description: string): Promise<Group> =>
			transact(async (queries, record) => {
				const group = await writeDescription(queries, name, requireDescription(description));
				if (group === null) throw unknownGroup();
				await record({ event: "group_updated", detail: { group: name } });
				return group;
			}),

		remove: createRemoveGroup(platform),

		move: createMoveMembers(platform),
	};
}

/** Of a new group. Throws validation_failed. */
export function requireNewGroup(name: string, description: string): Pick<Group, "name" | "description"> {
	if (!isGroupName(name)) throw invalid("/name", "malformed", `The name of a group ${groupNameRule}.`);
	return { name, description: requireDescription(description) };
}

/** Throws validation_failed. */
export function requireDescription(description: string): string {
	if (isPlainText(description, LONGEST_DESCRIPTION)) return description;
	const rule = `at most ${LONGEST_DESCRIPTION} characters, and no control characters`;
	throw invalid("/description", "malformed", `The description of a group has ${rule}.`);
}
