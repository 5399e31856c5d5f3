import { lockGroups } from "../../identity/user/group-store.ts";
import { canonicalUsername } from "../../identity/user/username.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { LoginError } from "../../platform/errors.ts";
import type { Platform } from "../../platform/platform.ts";
import type { QueueMail } from "../mail/queue-mail.ts";
import { createChangeProfile } from "./change-profile.ts";
import { createChangeUser, requireInReach, type Which } from "./change-user.ts";

/** Users whose membership changes in one transaction, each with an audit event. */
const MOST_MOVES = 500;

/** Users join and leave a group: all of them, or none. Each whose membership changes gets an audit event. */
export function createMoveMembers(platform: Platform & { queueMail: QueueMail }) {
	const { audit } = platform;
	const changeProfile = createChangeProfile(platform);
	const { find } = createChangeUser(platform);

	async function requireUser(queries: Queryable, which: Which): Promise<string> {
		const user = await find(which, queries).catch((error: unknown) => {
			throw typeof which === "string" && error instanceof LoginError ? unknownAmong(which, error) : error;
		});
		requireInReach(user, audit.actor);
		return user.id;
	}

	/** Throws not_found, limit_exceeded. */
	return async function move(
		group: string,
		{ join, leave }: { join: readonly Which[]; leave: readonly Which[] },
	): Promise<{ joined: number; left: number; ended: number }> {
		if (join.length + leave.length > MOST_MOVES)
			throw new LoginError("limit_exceeded", `At most ${MOST_MOVES} users at once.`);
		return audit.transact(async (queries, record) => {
			await requireGroup(queries, group);
			const moves = new Map<string, { join?: string[]; leave?: string[] }>();
			for (const which of join) moves.set(await requireUser(queries, which), { join: [group] });
			for (const which of leave) moves.set(await requireUser(queries, which), { leave: [group] });
			const done = { joined: 0, left: 0, ended: 0 };
			// In one order, so that two transactions do not wait for each other.
			for (const [id, change] of [...moves].sort(([one], [other]) => (one < other ? -1 : 1))) {
				const changed = await changeProfile(queries, record, id, change);
				// As of the lock of the row: the user may have become an admin.
				if (changed !== null) requireInReach(changed.user, audit.actor);
				if (changed === null || changed.members.length === 0) continue;
				done[change.join === undefined ? "left" : "joined"] += 1;
				done.ended += changed.ended;
			}
			return done;
		});
	};
}

/** Under the lock of its row. Throws not_found. */
export async function requireGroup(queries: Queryable, name: string): Promise<void> {
	if (!(await lockGroups(queries, [name])).has(name)) throw unknownGroup();
}

export function unknownGroup(): LoginError {
	return new LoginError("not_found", { missing: "group", message: "There is no group of this name." });
}

/** Of several, it says which name is unknown. */
export function unknownAmong(name: string, cause: unknown): LoginError {
	const message = `There is no user ${canonicalUsername(name) ?? "of such a name"}.`;
	return new LoginError("not_found", { message, missing: "user", cause });
}
