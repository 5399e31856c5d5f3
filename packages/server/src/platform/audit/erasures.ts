import { setTimeout as rest } from "node:timers/promises";
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

/** Events in one transaction: on SQLite logins wait for it. */
const PIECE = 250;
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
		for (;;) {
			const started = performance.now();
			const erased = await inTransaction(database, (queries) => eraseNames(queries, userId, PIECE));
			if (isStopping) return;
			if (erased < PIECE) break;
			// Leaves others as much time as it takes: another process does not queue for the file, it tries now and then.
			await rest(performance.now() - started);
		}
		await noteErasedUntil(database, userId, begunAt - MARGIN);
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
