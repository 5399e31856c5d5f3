import { listLogoutAddresses } from "../../identity/application/client-store.ts";
import type { ApplicationLogin } from "../../identity/application/login-store.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { HOUR } from "../../platform/lib/clock.ts";
import { LOGOUT } from "../../platform/outbox/channel.ts";
import { ranks } from "../../platform/outbox/delivery-store.ts";
import type { Platform } from "../../platform/platform.ts";

/** After that, whatever the application holds has expired. */
const TOLD_FOR = 4 * HOUR;

/** Queues a logout token for each of these logins whose application takes one. Part of a transaction. */
export function createTellApplications({ clock, outbox }: Pick<Platform, "clock" | "outbox">) {
	return async function tellApplications(
		queries: Queryable,
		logins: readonly ApplicationLogin[],
	): Promise<boolean> {
		if (logins.length === 0) return false;
		const listening = await listLogoutAddresses(queries, [
			...new Set(logins.map(({ clientId }) => clientId)),
		]);
		const told = logins.filter(({ clientId }) => listening.has(clientId));
		for (const { clientId, userId, sid } of told)
			await outbox.queue(queries, {
				kind: LOGOUT,
				target: LOGOUT,
				subjectId: userId,
				rank: ranks.first,
				payload: { clientId, userId, sid, logoutUri: listening.get(clientId) },
				expiresAt: clock() + TOLD_FOR,
			});
		return told.length > 0;
	};
}
