import { closeSync, fdatasync, openSync } from "node:fs";
import { promisify } from "node:util";
import { StoreUnavailableError } from "./store-unavailable.ts";

const datasync = promisify(fdatasync);

export type LogFlush = ReturnType<typeof createLogFlush>;

/**
 * Puts the commits of an open SQLite file on the disk, from a thread of libuv's pool: only the requests that wrote wait for
 * it. SQLite itself does so before a checkpoint, and before it restarts the WAL.
 */
export function createLogFlush(path: string) {
	// Opened while SQLite has it open: later, another file may have this name.
	const log = openSync(`${path}-wal`, "r+");
	const run = shareRuns(() => datasync(log));
	let last = Promise.resolve();
	return {
		/** Resolves when all that was committed before the call is on the disk. */
		async flush(): Promise<void> {
			last = run();
			try {
				await last;
			} catch (cause) {
				throw new StoreUnavailableError("The disk did not take what was written to the database.", { cause });
			}
		},
		/** Waits for the last flush. */
		async close(): Promise<void> {
			await last.catch(() => {});
			closeSync(log);
		},
	};
}

/** Calls that come while it runs share the next run: the current one may have begun without what they are about. */
export function shareRuns(run: () => Promise<void>): () => Promise<void> {
	let running = Promise.resolve();
	let next: Promise<void> | null = null;
	const begin = () => {
		next = null;
		running = run();
		return running;
	};
	return () => {
		next ??= running.then(begin, begin);
		return next;
	};
}
