import { LRUCache } from "lru-cache";
import type { FindByKeys } from "./look-up-together.ts";

/**
 * Remembers what was found for as long as nobody has written to the database, in this process or another. Whether
 * somebody has is asked each time, before anything remembered is given out: an ended session is ended at once.
 */
export function createCoherentCache<Found extends object>({
	find,
	dataVersion,
	most = 4096,
}: {
	find: FindByKeys<Found>;
	/** Another number after each commit of anybody, never one that was there before. */
	dataVersion: () => Promise<number>;
	/** Keys. */
	most?: number;
}): FindByKeys<Found> {
	const remembered = new LRUCache<string, Found>({ max: most });
	let version: number | null = null;

	return async (keys) => {
		const present = await dataVersion();
		if (present !== version) {
			remembered.clear();
			version = present;
		}
		const found = new Map<string, Found>();
		for (const key of keys) {
			const known = remembered.get(key);
			if (known !== undefined) found.set(key, known);
		}
		if (found.size === keys.length) return found;
		for (const [key, value] of await find(keys.filter((each) => !found.has(each)))) {
			found.set(key, value);
			// Somebody may have written while this was on its way.
			if (version === present) remembered.set(key, value);
		}
		return found;
	};
}
