/**
 * Attempts that this process is looking at. They are counted already, so that a few right logins of one account at once
 * look like guesses: one that finds a counter full because of them waits until one of them is decided, instead of being
 * refused. Who guesses gains nothing but a later refusal.
 */
export interface PendingAttempts {
	/** Notes an attempt on its counters; to be called back when it is decided. */
	begin(keys: readonly string[]): () => void;
	has(key: string): boolean;
	/** How many are under way on this counter. */
	count(key: string): number;
	/** Resolves when an attempt on this counter is decided; null when too many wait for that. */
	next(key: string): Promise<void> | null;
}

const MOST_WAITING = 1000;

interface Pending {
	attempts: number;
	waiting: Array<() => void>;
}

export function createPendingAttempts(): PendingAttempts {
	const byKey = new Map<string, Pending>();

	function end(key: string): void {
		const pending = byKey.get(key);
		if (pending === undefined) return;
		pending.attempts -= 1;
		// One decided makes room for one. After the last one nobody would be woken any more.
		const woken = pending.attempts === 0 ? pending.waiting : pending.waiting.splice(0, 1);
		if (pending.attempts === 0) byKey.delete(key);
		for (const wake of woken) wake();
	}

	return {
		begin(keys) {
			for (const key of keys) {
				const pending = byKey.get(key) ?? { attempts: 0, waiting: [] };
				pending.attempts += 1;
				byKey.set(key, pending);
			}
			return () => keys.forEach(end);
		},
		has: (key) => byKey.has(key),
		count: (key) => byKey.get(key)?.attempts ?? 0,
		next(key) {
			const pending = byKey.get(key);
			if (pending === undefined) return Promise.resolve();
			if (pending.waiting.length >= MOST_WAITING) return null;
			return new Promise((resolve) => pending.waiting.push(resolve));
		},
	};
}
