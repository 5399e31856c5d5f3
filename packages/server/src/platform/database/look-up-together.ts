/** What stands under these keys, each given once; a key without anything is missing. */
export type FindByKeys<Found> = (keys: readonly string[]) => Promise<ReadonlyMap<string, Found>>;

/**
 * Look-ups by key that arrive together travel together, in one query: a query costs far more than a row. Each still sees
 * the present state: it never joins a query that was sent before it came.
 *
 * While queries are under way, the next one leaves when it carries as many keys as all of them: the busier it is, the
 * fuller they travel. Nobody waits for that longer than `patience`, lest a query that is stuck holds up all others.
 */
export function createLookUpTogether<Found>({
	find,
	most = 64,
	atOnce = 4,
	patience = 10,
}: {
	find: FindByKeys<Found>;
	/** Keys in one query. */
	most?: number;
	/** Queries under way. */
	atOnce?: number;
	/** Milliseconds. */
	patience?: number;
}): (key: string) => Promise<Found | undefined> {
	interface Waiting {
		key: string;
		resolve: (row: Found | undefined) => void;
		reject: (error: unknown) => void;
	}
	let waiting: Waiting[] = [];
	let underWay = 0;
	let travelling = 0;
	let isDue = false;
	let isTimed = false;

	const areEnough = () => waiting.length >= Math.min(travelling, most);

	function depart(): void {
		isDue = false;
		while (waiting.length > 0 && underWay < atOnce && areEnough()) void travel();
		if (waiting.length > 0) departInTime();
	}

	/** Not stopped when they leave before: it is armed once in a while, not once for each query. */
	function departInTime(): void {
		if (isTimed) return;
		isTimed = true;
		setTimeout(() => {
			isTimed = false;
			while (waiting.length > 0 && underWay < atOnce) void travel();
		}, patience).unref();
	}

	function departSoon(): void {
		if (isDue || waiting.length === 0) return;
		isDue = true;
		// After everything that has arrived by now was looked at.
		setImmediate(depart);
	}

	async function travel(): Promise<void> {
		const together = waiting.slice(0, most);
		waiting = waiting.slice(most);
		underWay += 1;
		travelling += together.length;
		try {
			const found = await find([...new Set(together.map(({ key }) => key))]);
			for (const { key, resolve } of together) resolve(found.get(key));
		} catch (error) {
			for (const { reject } of together) reject(error);
		} finally {
			underWay -= 1;
			travelling -= together.length;
			departSoon();
		}
	}

	return (key) =>
		new Promise((resolve, reject) => {
			waiting.push({ key, resolve, reject });
			departSoon();
		});
}
