import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder for its owner only, and those above it. Not mkdirSync's `recursive`: it never ends where the system says that
 * an existing folder takes no other, as /proc does.
 */
export function makeFolder(path: string): void {
	if (existsSync(path) || dirname(path) === path) return;
	makeFolder(dirname(path));
	try {
		mkdirSync(path, { mode: 0o700 });
	} catch (error) {
		// Another process may be at its first start.
		if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
	}
}
