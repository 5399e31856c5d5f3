/** Finds what is stored under these keys, each given once; the result lacks keys that are not found. */
export type FindByKeys<Found> = (keys: readonly string[]) => Promise<ReadonlyMap<string, Found>>;

interface Waiting<Found> {
	key: string;
	resolve: (row: Found | undefined) => void;
	reject: (error: unknown) => void;
}

/**
 * Combines lookups that arrive together into one query, because a query costs far more than a row. Each still sees the
 * current state: a lookup never joins a query that was sent before it arrived.
 *
 * While queries are running, the next is sent when it has as many keys as all of them together, so batches grow with the
 * load. No lookup waits for that longer than `maxWait`: a query that hangs must not hold up the other lookups.
 */
export function createLookupBatching<Found>({
	find,
	maxKeys = 64,
	maxRunning = 4,
	maxWait = 10,
}: {
	find: FindByKeys<Found>;
	/** The most keys of one query. */
	maxKeys?: number;
	/** Queries at a time. */
	maxRunning?: number;
	/** Milliseconds. */
	maxWait?: number;
}): (key: string) => Promise<Found | undefined> {
	let waiting: Array<Waiting<Found>> = [];
	let runningQueries = 0;
	let runningKeys = 0;
	let isScheduled = false;
	let hasTimer = false;

	function sendFullBatches(): void {
		isScheduled = false;
		while (
			waiting.length > 0 &&
			runningQueries < maxRunning &&
			waiting.length >= Math.min(runningKeys, maxKeys)
		)
			void send();
		if (waiting.length > 0) startTimer();
	}

	/** Never cancelled: it is set once in a while, not once per query. */
	function startTimer(): void {
		if (hasTimer) return;
		hasTimer = true;
		setTimeout(() => {
			hasTimer = false;
			while (waiting.length > 0 && runningQueries < maxRunning) void send();
		}, maxWait).unref();
	}

	function schedule(): void {
		if (isScheduled || waiting.length === 0) return;
		isScheduled = true;
		// After the requests that have already arrived.
		setImmediate(sendFullBatches);
	}

	async function send(): Promise<void> {
		const batch = waiting.slice(0, maxKeys);
		waiting = waiting.slice(maxKeys);
		runningQueries += 1;
		runningKeys += batch.length;
		try {
			const found = await find([...new Set(batch.map(({ key }) => key))]);
			for (const { key, resolve } of batch) resolve(found.get(key));
		} catch (error) {
			for (const { reject } of batch) reject(error);
		} finally {
			runningQueries -= 1;
			runningKeys -= batch.length;
			schedule();
		}
	}

	return (key) =>
		new Promise((resolve, reject) => {
			waiting.push({ key, resolve, reject });
			schedule();
		});
}
