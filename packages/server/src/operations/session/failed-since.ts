import { LRUCache } from "lru-cache";
import type { Session } from "../../credentials/session/session.ts";
import { countFailedLogins } from "../../platform/audit/audit-store.ts";
import type { Platform } from "../../platform/platform.ts";

/** Milliseconds that a count is remembered: programs ask who they are at every request. */
const MEMORY = 5000;

/** Counts the failed attempts at the account of a session since its login (ASVS 6.3.5). */
export function createFailedSince({ opened: { reads }, clock }: Platform) {
	const counted = new LRUCache<string, { at: number; failed: number }>({ max: 4096 });
	return async function failedSince({ id, userId, createdAt }: Session): Promise<number> {
		const now = clock();
		const known = counted.get(id);
		if (known !== undefined && now >= known.at && now < known.at + MEMORY) return known.failed;
		const failed = await countFailedLogins(reads, userId, createdAt);
		counted.set(id, { at: now, failed });
		return failed;
	};
}
