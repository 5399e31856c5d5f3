import { inPieces } from "../database/in-pieces.ts";
import { inTransaction } from "../database/open.ts";
import type { Queryable } from "../database/tables.ts";
import type { Foundation } from "../foundation.ts";
import type { MaintenanceTask } from "../maintenance.ts";
import {
	eraseNames,
	findUnerased,
	insertErasure,
	noteErasedUntil,
	removeErasuresBefore,
} from "./erasure-store.ts";

const USERS = 100;
/** Clocks of instances may differ by so much, and a request may take so long. */
const MARGIN = 3_600_000;

/**
 * Erases what names a removed user from the events about that user: addresses, what clients call themselves, usernames and their pseudonyms. What is
 * to be erased is a row, written with the removal: any instance continues where a killed one stopped, and later events, as of an old
 * token that is still tried, are erased too.
 */
export function createErasures({
	opened: { database, scrub },
	clock,
	config,
}: Pick<Foundation, "opened" | "clock" | "config">) {
	let isStopping = false;

	async function erase(userId: string): Promise<void> {
		let from = 0;
		await inPieces(
			async (size) => {
				const times = await inTransaction(database, (queries) => eraseNames(queries, { userId, from, size }));
				from = times.at(-1) ?? from;
				return times.length === size;
			},
			() => isStopping,
		);
	}

	/** `isThorough`: rows of other tables were deleted as well. */
	async function finish(userIds: readonly string[], isThorough: boolean): Promise<void> {
		const begunAt = clock();
		for (const userId of userIds) await erase(userId);
		if (isStopping || userIds.length === 0) return;
		const isGone = await scrub(isThorough);
		await noteErasedUntil(database, userIds, isGone ? begunAt - MARGIN : 0);
	}

	const maintenance: MaintenanceTask = {
		apart: true,
		atStart: true,
		async run() {
			await removeErasuresBefore(database, clock() - config.auditRetention - MARGIN);
			const found = await findUnerased(database, USERS);
			const isThorough = found.some(({ erasedUntil }) => erasedUntil === 0);
			await finish(
				found.map(({ userId }) => userId),
				isThorough,
			);
		},
		hurry() {
			isStopping = true;
		},
	};

	return {
		/** Part of the transaction that removes the user. */
		begin: (queries: Queryable, userId: string) => insertErasure(queries, userId, clock()),
		/** Erases all that there is now of a user who was removed. */
		finish: (userId: string) => finish([userId], true),
		maintenance,
	};
}
