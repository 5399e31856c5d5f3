import { inPiecesOfRound } from "../../platform/database/in-pieces.ts";
import { CLOCKS_APART } from "../../platform/lib/clock.ts";
import type { MaintenanceTask } from "../../platform/maintenance.ts";
import type { Platform } from "../../platform/platform.ts";
import { createRemoveUnusedLists } from "../status-list/remove-unused-lists.ts";
import { STATUS_LIST_OPEN_FOR } from "../status-list/status-list-entries.ts";
import { removeRevocationsExpiredBefore } from "../status-list/status-list-store.ts";
import type { LastSeen } from "./last-seen.ts";
import { revokeLivingTokens } from "./revoke-sessions.ts";
import { findRunOut, findStretch, markExpired } from "./session-expiry-store.ts";
import { removeSessionsEndedBefore } from "./session-removal-store.ts";

/**
 * What happens to sessions without a request: their last use is written, their expiry recorded, and in the end they are removed,
 * as are revocations and status lists that no living token names.
 */
export function sessionMaintenance(
	{ config, clock, opened, audit }: Platform,
	lastSeen: LastSeen,
): MaintenanceTask[] {
	const { database } = opened;
	const removeUnusedLists = createRemoveUnusedLists(database);
	/** The user up to whom all sessions were looked at. A round that has no time for the rest leaves it to the next. */
	let lookedUpTo = "";

	/** Resolves with whether there may be more. */
	async function recordSomeExpired(now: number, most: number): Promise<boolean> {
		const stretch = await findStretch(database, lookedUpTo);
		const ids = await findRunOut(database, stretch, { now, most });
		if (ids.length > 0) await recordExpired(ids, now);
		if (ids.length === most) return true;
		lookedUpTo = stretch.upTo ?? "";
		return stretch.upTo !== null;
	}

	async function recordExpired(ids: readonly string[], now: number): Promise<void> {
		await audit.transact(async (queries, record) => {
			const expired = await markExpired(queries, ids, now);
			await revokeLivingTokens(queries, expired, now);
			await record(
				...expired.map(({ id, userId, reason }) => {
					return { event: "session_expired", userId, sessionId: id, detail: { reason } } as const;
				}),
			);
		});
	}

	// A task each: a stop waits for the one that is under way, and each may take seconds.
	return [
		{ run: lastSeen.flush, stop: lastSeen.flush },
		{
			run() {
				const now = clock();
				return inPiecesOfRound((size) => recordSomeExpired(now, size));
			},
		},
		{ run: () => removeSessionsEndedBefore(database, clock() - config.sessionRetention) },
		// By the clock of another instance, and of verifiers, their tokens may not have expired yet.
		{ run: () => removeRevocationsExpiredBefore(database, clock() - CLOCKS_APART) },
		{
			run() {
				const now = clock();
				// A session that confirms its password lives on and keeps its entry, however old the list is.
				const createdBefore = now - STATUS_LIST_OPEN_FOR - config.sessionAbsolute;
				return removeUnusedLists({ createdBefore, now });
			},
		},
	];
}
