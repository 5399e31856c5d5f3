import { setImmediate as turn } from "node:timers/promises";
import type { OnProgress } from "../../operations/transfer/fill.ts";
import type { TableChecksum } from "../../operations/transfer/snapshot.ts";
import { Failure } from "../../platform/lib/failure.ts";
import { count } from "./columns.ts";
import { showProgress } from "./show-progress.ts";

/**
 * Shows the progress of a copy. Ctrl-C stops it between two batches, so that the unfinished copy is removed or marked as
 * such; a second Ctrl-C ends the process.
 */
export async function copyProgress<T>(
	verb: string,
	whenInterrupted: string,
	work: (onProgress: OnProgress) => Promise<T>,
): Promise<T> {
	const progress = showProgress(process.stderr);
	const interruption = new AbortController();
	const interrupt = () => interruption.abort();
	const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
	for (const signal of signals) process.once(signal, interrupt);
	try {
		return await work(async ({ copied, total }) => {
			progress.show(total === 0 ? 1 : copied / total, `${copied} of ${total} rows ${verb}`);
			// SQLite is synchronous: without this, no signal would arrive before the end.
			await turn();
			if (interruption.signal.aborted) throw new Failure("interrupted", whenInterrupted);
		});
	} finally {
		for (const signal of signals) process.off(signal, interrupt);
		progress.end();
	}
}

export function rowsOf(tables: readonly TableChecksum[]): number {
	return tables.reduce((sum, { rows }) => sum + rows, 0);
}

/** "3 users, 12 sessions (ended ones included), 120 rows in all". */
export function describeRows(tables: readonly TableChecksum[]): string {
	const rows = (name: string) => tables.find((table) => table.name === name)?.rows ?? 0;
	return `${count(rows("users"), "user")}, ${count(rows("sessions"), "session")} (ended ones included), ${count(rowsOf(tables), "row")} in all`;
}
