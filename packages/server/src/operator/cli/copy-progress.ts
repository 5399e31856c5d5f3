import { setImmediate as turn } from "node:timers/promises";
import type { FillProgress } from "../transfer/fill.ts";
import { CommandFailed } from "./explain-error.ts";
import { showProgress } from "./show-progress.ts";

/**
 * Shows how far a copy has come. Ctrl-C ends it between two batches, so that what it has begun is taken away or marked
 * as unfinished; a second one ends the process.
 */
export async function copyProgress<T>(
	{ verb, whenInterrupted }: { verb: string; whenInterrupted: string },
	work: (onProgress: (progress: FillProgress) => Promise<void>) => Promise<T>,
): Promise<T> {
	const progress = showProgress(process.stderr);
	let interrupted = false;
	const interrupt = () => {
		interrupted = true;
	};
	const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
	for (const signal of signals) process.once(signal, interrupt);
	try {
		return await work(async ({ copied, total }) => {
			progress.show(total === 0 ? 1 : copied / total, `${copied} of ${total} rows ${verb}`);
			// SQLite answers at once: without this no signal would be heard before the end.
			await turn();
			if (interrupted) throw new CommandFailed("interrupted", whenInterrupted);
		});
	} finally {
		for (const signal of signals) process.off(signal, interrupt);
		progress.end();
	}
}
