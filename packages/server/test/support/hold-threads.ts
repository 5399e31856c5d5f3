import { execFileSync } from "node:child_process";
import { closeSync, openSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { newDatabaseFolder } from "./database-folder.ts";

/** No fewer than libuv's pool has; what does not fit waits in it before all that comes later. */
const THREADS = 8;

/**
 * Holds every thread of this process that hashes, or looks up a file or a name, until the result is called: opening a pipe
 * waits for its writer.
 */
export function holdThreads(): () => Promise<void> {
	const folder = newDatabaseFolder();
	const pipe = join(folder, "pipe");
	execFileSync("mkfifo", [pipe]);
	const held = Array.from({ length: THREADS }, () => open(pipe, "r"));
	return async () => {
		const writer = openSync(pipe, "r+");
		for (const each of await Promise.all(held)) await each.close();
		closeSync(writer);
		rmSync(folder, { recursive: true });
	};
}
