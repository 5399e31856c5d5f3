import type { FindByKeys } from "./lookup-batching.ts";

/**
 * Keeps what was found until the next write to the database, by this process or another. Each lookup checks for one before
 * it uses the cache, so an ended session is refused at once.
 */
export function createCoherentCache<Found extends object>({
	find,
	dataVersion,
	maxKeys = 4096,
}: {
	find: FindByKeys<Found>;
	/** Changes with every commit, of any process; a value never comes back. */
	dataVersion: () => Promise<number>;
	maxKeys?: number;
}): FindByKeys<Found> {
	const cache = new Map<string, Found>();
	let version: number | null = null;

	return async (keys) => {
		const current = await dataVersion();
		if (current !== version) {
			cache.clear();
			version = current;
		}
		const found = new Map<string, Found>();
		for (const key of keys) {
			const known = cache.get(key);
			if (known !== undefined) found.set(key, known);
		}
		if (found.size === keys.length) return found;
		for (const [key, value] of await find(keys.filter((each) => !found.has(each)))) {
			found.set(key, value);
			// Another write may have cleared the cache while the query ran.
			if (version !== current) continue;
			if (cache.size >= maxKeys) cache.clear();
			cache.set(key, value);
		}
		return found;
	};
}
