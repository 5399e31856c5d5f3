import { existsSync, readdirSync, readFileSync, readlinkSync, stat } from "node:fs";
import { setPriority } from "node:os";
import { basename } from "node:path";

/**
 * Password work gives way to the main thread, which checks credentials. No lower, because
 * files, name look-ups and connections to PostgreSQL use the same threads.
 */
const NICE = 10;
/** Only Linux lets a thread have a priority of its own. */
const THREADS = "/proc/self/task";

/** Lowers all threads of libuv's pool, in which passwords are hashed. */
export function lowerPoolPriority(): void {
	if (!existsSync(THREADS)) return;
	stat(THREADS, () => {}); // The first use starts all of them, before it returns.
	for (const thread of readdirSync(THREADS)) {
		ifAllowed(() => {
			if (readFileSync(`${THREADS}/${thread}/comm`, "utf8") === "libuv-worker\n")
				setPriority(Number(thread), NICE);
		});
	}
}

/** Lowers the thread that calls it. */
export function lowerOwnPriority(): void {
	ifAllowed(() => setPriority(Number(basename(readlinkSync("/proc/thread-self"))), NICE));
}

/** Where it is not, checks are slower under a flood of logins, and nothing worse. A thread may also have ended by now. */
function ifAllowed(act: () => void): void {
	try {
		act();
	} catch {}
}
