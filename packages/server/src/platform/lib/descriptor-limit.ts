import { readFileSync } from "node:fs";

/** How many files and connections this process may have open; null where it is unknown (not on Linux). */
export function descriptorLimit(): number | null {
	try {
		const [, soft] = /^Max open files +(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
		return soft === undefined ? null : Number(soft);
	} catch {
		return null;
	}
}

/** Reserved for the database, the operations listener and files. */
export const RESERVED_DESCRIPTORS = 128;
