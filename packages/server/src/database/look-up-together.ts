/**
 * Look-ups by key that arrive together travel together, in one query: a query costs far more than a row. Each still sees
 * the present state: it never joins a query that was sent before it came.
 */
export function createLookUpTogether<Row>({
	find,
	keyOf,
	most = 64,
	atOnce = 4,
}: {
	/** The rows of these keys, in any order; a key may be given more than once. */
	find: (keys: readonly string[]) => Promise<Row[]>;
	keyOf: (row: Row) => string;
	/** Keys in one query. */
	most?: number;
	/** Queries under way; those who come meanwhile wait for each other, so that a slow store gets fewer and fuller ones. */
	atOnce?: number;
}): (key: string) => Promise<Row | undefined> {
	interface Waiting {
		key: string;
		resolve: (row: Row | undefined) => void;
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
			const rows = await find(padded(together.map(({ key }) => key)));
			const byKey = new Map(rows.map((row) => [keyOf(row), row]));
			for (const { key, resolve } of together) resolve(byKey.get(key));
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

/** Repeats the last key up to a power of two, so that there are only a few different statements. */
function padded(keys: string[]): string[] {
	const size = 2 ** Math.ceil(Math.log2(keys.length));
	return keys.concat(Array<string>(size - keys.length).fill(keys.at(-1) ?? ""));
}
