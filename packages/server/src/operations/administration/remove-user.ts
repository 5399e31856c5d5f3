import { revokeSessions } from "../../credentials/session/revoke-sessions.ts";
import { removeEndedSessionsOf } from "../../credentials/session/session-removal-store.ts";
import { deleteUser, lockUser } from "../../identity/user/user-store.ts";
import { eraseActor } from "../../platform/audit/erasure-store.ts";
import { createErasures } from "../../platform/audit/erasures.ts";
import { inPieces } from "../../platform/database/in-pieces.ts";
import { removeDeliveriesAbout } from "../../platform/outbox/delivery-store.ts";
import type { Platform } from "../../platform/platform.ts";
import { removeRequestsAbout } from "../../platform/repeatable/repeatable-request-store.ts";
import type { Uses } from "../uses.ts";
import {
	type ChangeUser,
	requireInReach,
	requireOtherAccount,
	unknownUser,
	type Which,
} from "./change-user.ts";
import { keepAnAdmin, type Override } from "./keep-an-admin.ts";

/**
 * Removes all that is stored about a user. Events stay, without what names the user (docs/privacy.md); resolves with the id that they
 * keep.
 */
export function createRemoveUser({
	change,
	throttle,
	...platform
}: Platform & Uses<"throttle"> & Pick<ChangeUser, "change">) {
	const { clock, opened, audit } = platform;
	const erasures = createErasures(platform);

	return async function removeUser(which: Which, override: Override = {}): Promise<{ id: string }> {
		const found = await change(which, async (user, queries) => {
			requireOtherAccount(user, audit.actor);
			await keepAnAdmin(queries, user, override, clock());
			return user;
		});
		// Beforehand: a user who logs in all the time leaves many, and all that is left goes in one transaction.
		await inPieces(async (size) => (await removeEndedSessionsOf(opened.database, found.id, size)) === size);
		const id = await change(which, async (user, queries, record) => {
			const { id, username } = user;
			await keepAnAdmin(queries, user, override, clock());
			// Another command has removed the user since, or another user has got the name.
			const locked = id === found.id ? await lockUser(queries, id) : null;
			if (locked === null) throw unknownUser();
			requireInReach(locked, audit.actor);
			const end = { reason: "user_disabled", now: clock() } as const;
			await revokeSessions(queries, record, { userId: id }, end);
			await throttle.unlock(queries, username);
			await throttle.unlockFactor(queries, id);
			await removeDeliveriesAbout(queries, id);
			await deleteUser(queries, id);
			await record({ event: "user_deleted", userId: id });
			await erasures.begin(queries, id);
			await eraseActor(queries, id);
			await removeRequestsAbout(queries, id);
			return id;
		});
		// After the commit, because there may be very many. The service continues with what is left over.
		await erasures.finish(id);
		return { id };
	};
}
