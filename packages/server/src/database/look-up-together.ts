/** What stands under these keys, each given once; a key without anything is missing. */
export type FindByKeys<Found> = (keys: readonly string[]) => Promise<ReadonlyMap<string, Found>>;

/**
 * Look-ups by key that arrive together travel together, in one query: a query costs far more than a row. Each still sees
 * the present state: it never joins a query that was sent before it came.
 */
export function createLookUpTogether<Found>({
	find,
	most = 64,
	atOnce = 4,
}: {
	find: FindByKeys<Found>;
	/** Keys in one query. */
	most?: number;
	/** Queries under way; those who come meanwhile wait for each other, so that a slow store gets fewer and fuller ones. */
	atOnce?: number;
}): (key: string) => Promise<Found | undefined> {
	interface Waiting {
		key: string;
		resolve: (row: Found | undefined) => void;
		reject: (error: unknown) => void;
	}
	let waiting: Waiting[] = [];
	let underWay = 0;
	let isDue = false;

	function depart(): void {
		isDue = false;
		while (waiting.length > 0 && underWay < atOnce) {
			const together = waiting.slice(0, most);
			waiting = waiting.slice(most);
			void travel(together);
		}
	}

	async function travel(together: Waiting[]): Promise<void> {
		underWay += 1;
		try {
			const found = await find([...new Set(together.map(({ key }) => key))]);
			for (const { key, resolve } of together) resolve(found.get(key));
		} catch (error) {
			for (const { reject } of together) reject(error);
		} finally {
			underWay -= 1;
			depart();
		}
	}

	return (key) =>
		new Promise((resolve, reject) => {
			waiting.push({ key, resolve, reject });
			if (isDue) return;
			isDue = true;
			// After everything that has arrived by now was looked at.
			setImmediate(depart);
		});
}
