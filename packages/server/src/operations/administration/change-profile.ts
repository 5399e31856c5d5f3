import { revokeSessions } from "../../credentials/session/revoke-sessions.ts";
import { areGroupsInTokens } from "../../credentials/token/groups-in-tokens.ts";
import { insertMembers, lockGroups, removeMember } from "../../identity/user/group-store.ts";
import { writeProfile } from "../../identity/user/profile-store.ts";
import type { ProfileChange } from "../../identity/user/read-profile.ts";
import type { User } from "../../identity/user/user.ts";
import { lockUser } from "../../identity/user/user-store.ts";
import type { RecordEvent } from "../../platform/audit/audit.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { invalid } from "../../platform/errors.ts";
import type { Platform } from "../../platform/platform.ts";
import type { QueueMail } from "../mail/queue-mail.ts";
import { applyProfileChange, requireFits } from "./apply-profile-change.ts";

/** Groups to join and to leave. */
export interface Moves {
	join?: readonly string[] | undefined;
	leave?: readonly string[] | undefined;
}

interface ChangedProfile {
	user: User;
	/** What differs from before. */
	members: Array<keyof ProfileChange>;
	/** Sessions that ended, because their tokens name a group that the user has left. */
	ended: number;
}

/** Locks the groups that a change names, before any user is locked. Throws validation_failed where one to join does not exist. */
export async function requireGroups(
	queries: Queryable,
	{ groups = [], join = [], leave = [] }: Pick<ProfileChange, "groups"> & Moves,
): Promise<void> {
	const wanted = [...groups, ...join];
	const found = await lockGroups(queries, [...wanted, ...leave]);
	const missing = wanted.find((name) => !found.has(name));
	if (missing !== undefined) throw invalid("/groups", "malformed", `There is no group ${missing}.`);
}

/** Ends the sessions whose tokens may name a group that these users have left. Resolves with their number. */
export async function endTokensWithGroups(
	queries: Queryable,
	record: RecordEvent,
	{ config, clock }: Pick<Platform, "config" | "clock">,
	tokensOf: readonly string[],
): Promise<number> {
	if (!(await areGroupsInTokens(queries, { config, clock }))) return 0;
	return revokeSessions(queries, record, { tokensOf }, { reason: "revoked_by_admin", now: clock() });
}

/**
 * The one way in which the profile of a user changes: under the lock of the row, with its audit event. A user who leaves a
 * group that tokens name loses them in the same transaction; what is granted waits for the next renewal. null: the user is gone.
 */
export function createChangeProfile(platform: Platform & { queueMail: QueueMail }) {
	const { clock, config, queueMail } = platform;
	return async function changeProfile(
		queries: Queryable,
		record: RecordEvent,
		id: string,
		{ join = [], leave = [], ...change }: ProfileChange & Moves,
	): Promise<ChangedProfile | null> {
		const before = await lockUser(queries, id);
		if (before === null) return null;
		const groups = new Set([...(change.groups ?? before.groups), ...join]).difference(new Set(leave));
		const changed = applyProfileChange(before, { ...change, groups: [...groups].sort() }, clock());
		const { after, members } = changed;
		const user = { ...before, ...after };
		if (members.length === 0) return { user, members, ended: 0 };
		requireFits(user);
		await writeProfile(queries, id, after);
		if (config.mailUrl !== null)
			await queueMail.ofEmailChange(queries, { userId: id, before, after, from: null });
		const left = before.groups.filter((name) => !groups.has(name));
		const joined = after.groups.filter((name) => !before.groups.includes(name));
		await removeMember(queries, id, left);
		await insertMembers(queries, [{ userId: id, groups: joined }]);
		const ofGroups = members.includes("groups") ? { groups: after.groups, formerGroups: before.groups } : {};
		await record({ event: "user_updated", userId: id, detail: { members, ...ofGroups } });
		const ended = left.length === 0 ? 0 : await endTokensWithGroups(queries, record, platform, [id]);
		return { user: { ...user, version: before.version + 1 }, members, ended };
	};
}
