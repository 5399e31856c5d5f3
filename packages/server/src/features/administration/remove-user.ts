import { revokeSessions } from "../../credentials/session/revoke-sessions.ts";
import { removeEndedSessionsOf } from "../../credentials/session/session-removal-store.ts";
import type { Throttle } from "../../identity/throttle/throttle.ts";
import { deleteUser, type User } from "../../identity/user/user-store.ts";
import type { RecordEvent } from "../../platform/audit/audit.ts";
import { createErasures } from "../../platform/audit/erasures.ts";
import { inPieces } from "../../platform/database/in-pieces.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { removeDeliveriesAbout } from "../../platform/outbox/delivery-store.ts";
import type { Platform } from "../../platform/platform.ts";

/**
 * What is stored about a user goes with the user. Events stay, and name no one (docs/privacy.md): a function that resolves with the id
 * in them.
 */
export function createRemoveUser<Insist>(
	platform: Platform,
	{
		throttle,
		change,
		keepAnAdmin,
	}: {
		throttle: Throttle;
		change(
			name: string,
			work: (user: User, queries: Queryable, record: RecordEvent) => Promise<User>,
		): Promise<User>;
		keepAnAdmin(user: User, queries: Queryable, insist: Insist): Promise<void>;
	},
) {
	const erasures = createErasures(platform);

	return async function removeUser(name: string, insist: Insist): Promise<{ id: string }> {
		const { id } = await change(name, async (user, queries) => {
			await keepAnAdmin(user, queries, insist);
			return user;
		});
		// Beforehand: a user who logs in all the time leaves many, and all that is left goes in one transaction.
		await inPieces((size) => removeEndedSessionsOf(platform.opened.database, id, size));
		await change(name, async (user, queries, record) => {
			const { id, username } = user;
			await keepAnAdmin(user, queries, insist);
			const end = { reason: "user_disabled", now: platform.clock() } as const;
			await revokeSessions(queries, record, { userId: id }, end);
			await throttle.unlock(queries, username);
			await throttle.unlockFactor(queries, id);
			await removeDeliveriesAbout(queries, id);
			await deleteUser(queries, id);
			await record({ event: "user_deleted", userId: id });
			await erasures.begin(queries, id);
			return user;
		});
		// After the commit, because there may be very many. The service goes on with what is left over.
		await erasures.finish(id);
		return { id };
	};
}
