import type { Group } from "../../identity/user/group.ts";
import {
	describeGroup,
	findGroup,
	insertGroup,
	listGroups,
	listMembers,
	lockGroups,
	removeAllMembers,
	removeGroup,
} from "../../identity/user/group-store.ts";
import { dropGroup } from "../../identity/user/profile-store.ts";
import { groupNameRule, isGroupName } from "../../identity/user/read-profile.ts";
import { findUserByUsername } from "../../identity/user/user-store.ts";
import { canonicalUsername } from "../../identity/user/username.ts";
import { isUniqueViolation } from "../../platform/database/error-codes.ts";
import { inBatches } from "../../platform/database/in-batches.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { invalid, LoginError } from "../../platform/errors.ts";
import { isPlainText } from "../../platform/lib/plain-text.ts";
import type { QueueMail } from "../mail/queue-mail.ts";
import type { Uses } from "../uses.ts";
import { createChangeProfile, endTokensWithGroups } from "./change-profile.ts";

const LONGEST_DESCRIPTION = 256;
/** Users in one statement. */
const AT_ONCE = 500;
/** Users whose membership changes in one transaction, each with an audit event. */
const MOST_MOVES = 500;

/**
 * Groups are flat names that exist before they are used. They give no right in this service: APIs decide what a group may.
 * Throws validation_failed, group_exists, limit_exceeded, not_found.
 */
export function createGroupAdministration(
	platform: Uses<"opened" | "audit" | "clock" | "config"> & { queueMail: QueueMail },
) {
	const { opened, audit, clock } = platform;
	const { database } = opened;
	const { transact } = audit;
	const changeProfile = createChangeProfile(platform);

	return {
		list: () => listGroups(database),

		/** Finds a group with its members, by username. */
		async find(name: string) {
			const group = await findGroup(database, name);
			if (group === null) throw unknownGroup();
			return { ...group, members: await listMembers(database, name) };
		},

		async add(name: string, description = ""): Promise<Group> {
			if (!isGroupName(name)) throw invalid("/name", "malformed", `The name of a group ${groupNameRule}.`);
			const group = { name, description: requireDescription(description), createdAt: clock() };
			try {
				await transact(async (queries, record) => {
					await insertGroup(queries, group);
					await record({ event: "group_created", detail: { group: name } });
				});
			} catch (error) {
				throw isUniqueViolation(error) ? new LoginError("group_exists", { cause: error }) : error;
			}
			return group;
		},

		describe: (name: string, description: string): Promise<Group> =>
			transact(async (queries, record) => {
				const group = await describeGroup(queries, name, requireDescription(description));
				if (group === null) throw unknownGroup();
				await record({ event: "group_updated", detail: { group: name } });
				return group;
			}),

		/** Takes it from all who are in it; their tokens that name it end. */
		remove: (name: string): Promise<{ members: number; ended: number }> =>
			transact(async (queries, record) => {
				await requireGroup(queries, name);
				const members = await removeAllMembers(queries, name);
				let ended = 0;
				for (const ids of inBatches(members, AT_ONCE)) {
					await dropGroup(queries, ids, name);
					ended += await endTokensWithGroups(queries, record, platform, ids);
				}
				await removeGroup(queries, name);
				await record({ event: "group_deleted", detail: { group: name, members: members.length } });
				return { members: members.length, ended };
			}),

		/** Users join and leave by their usernames: all of them, or none. Each whose membership changes gets an audit event. */
		async move(group: string, { join, leave }: { join: readonly string[]; leave: readonly string[] }) {
			if (join.length + leave.length > MOST_MOVES)
				throw new LoginError("limit_exceeded", `At most ${MOST_MOVES} users at once.`);
			return transact(async (queries, record) => {
				await requireGroup(queries, group);
				const moves = new Map<string, { join?: string[]; leave?: string[] }>();
				for (const name of join) moves.set(await requireUser(queries, name), { join: [group] });
				for (const name of leave) moves.set(await requireUser(queries, name), { leave: [group] });
				const done = { joined: 0, left: 0, ended: 0 };
				// In one order, so that two transactions do not wait for each other.
				for (const [id, move] of [...moves].sort(([one], [other]) => (one < other ? -1 : 1))) {
					const changed = await changeProfile(queries, record, id, move);
					if (changed === null || changed.members.length === 0) continue;
					done[move.join === undefined ? "left" : "joined"] += 1;
					done.ended += changed.ended;
				}
				return done;
			});
		},
	};
}

async function requireGroup(queries: Queryable, name: string): Promise<void> {
	if (!(await lockGroups(queries, [name])).has(name)) throw unknownGroup();
}

async function requireUser(queries: Queryable, name: string): Promise<string> {
	const username = canonicalUsername(name);
	const user = username === null ? null : await findUserByUsername(queries, username);
	if (user !== null) return user.id;
	throw new LoginError("not_found", `There is no user ${username ?? "of such a name"}.`);
}

function requireDescription(description: string): string {
	if (isPlainText(description, LONGEST_DESCRIPTION)) return description;
	const rule = `at most ${LONGEST_DESCRIPTION} characters, and no control characters`;
	throw invalid("/description", "malformed", `The description of a group has ${rule}.`);
}

function unknownGroup(): LoginError {
	return new LoginError("not_found", "There is no group of this name.");
}
