import { findAdminIn, removeGroup, removeSomeMembers } from "../../identity/user/group-store.ts";
import { dropGroup } from "../../identity/user/profile-store.ts";
import { findAdminAmong } from "../../identity/user/user-store.ts";
import { inPieces } from "../../platform/database/in-pieces.ts";
import type { Platform } from "../../platform/platform.ts";
import { endTokensWithGroups } from "./change-profile.ts";
import { requireInReach } from "./change-user.ts";
import { requireGroup } from "./move-members.ts";

/**
 * Deletes a group, after it was taken from all who are in it; their tokens that name it end. In short transactions, so that logins go
 * between them; where it breaks off, the group is still there, with fewer members. Throws not_found.
 */
export function createRemoveGroup(platform: Platform) {
	const { audit, opened } = platform;
	return async function remove(name: string): Promise<{ members: number; ended: number }> {
		// Before the first piece: a refusal halfway would leave a group without half of its members.
		const first = await findAdminIn(opened.database, name);
		if (first !== null) requireInReach(first, audit.actor);
		let done = { members: 0, ended: 0 };
		await inPieces(async (size) => {
			const before = done;
			// Counted anew where the database makes the transaction begin again.
			done = await audit.transact(async (queries, record) => {
				await requireGroup(queries, name);
				const found = await removeSomeMembers(queries, name, size);
				const members = before.members + found.length;
				let { ended } = before;
				if (found.length > 0) {
					await dropGroup(queries, found, name);
					// Under the locks of the rows: a member may have become an admin.
					const admin = await findAdminAmong(queries, found);
					if (admin !== null) requireInReach(admin, audit.actor);
					ended += await endTokensWithGroups(queries, record, platform, found);
				}
				if (found.length < size) {
					await removeGroup(queries, name);
					await record({ event: "group_deleted", detail: { group: name, members } });
				}
				return { members, ended };
			});
			return done.members - before.members === size;
		});
		return done;
	};
}
