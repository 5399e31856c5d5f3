import { inPieces } from "../database/in-pieces.ts";
import { inTransaction } from "../database/open.ts";
import type { Queryable } from "../database/tables.ts";
import type { MaintenanceTask } from "../maintenance.ts";
import type { Foundation } from "../platform.ts";
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
 * to be erased is a row, written with the removal: any instance goes on where a killed one stopped, and events that come later, as
 * of an old token that is still tried, are erased too.
 */
export function createErasures({
	opened: { database },
	clock,
	config,
}: Pick<Foundation, "opened" | "clock" | "config">) {
	let isStopping = false;

	async function finish(userId: string): Promise<void> {
		const begunAt = clock();
		let from = 0;
		await inPieces(
			async (size) => {
				const times = await inTransaction(database, (queries) => eraseNames(queries, { userId, from, size }));
				from = times.at(-1) ?? from;
				return times.length;
			},
			() => isStopping,
		);
		if (!isStopping) await noteErasedUntil(database, userId, begunAt - MARGIN);
	}

	const maintenance: MaintenanceTask = {
		apart: true,
		atStart: true,
		async run() {
			await removeErasuresBefore(database, clock() - config.auditRetention - MARGIN);
			for (const userId of await findUnerased(database, USERS)) if (!isStopping) await finish(userId);
		},
		hurry() {
			isStopping = true;
		},
	};

	return {
		/** Part of the transaction that removes the user. */
		begin: (queries: Queryable, userId: string) => insertErasure(queries, userId, clock()),
		/** Erases all that there is now. */
		finish,
		maintenance,
	};
}
