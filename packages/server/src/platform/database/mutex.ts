import { StoreUnavailableError } from "./store-unavailable.ts";

/** One holder at a time, in the order of arrival. */
export interface Mutex {
	/** Rejects with a StoreUnavailableError after the limit. */
	acquire(): Promise<void>;
	release(): void;
}

/** `limit`: longest wait in ms. */
export function createMutex(limit: number): Mutex {
	let isHeld = false;
	const waiting = new Set<() => void>();
	const wait = () =>
		new Promise<void>((resolve, reject) => {
			const proceed = () => {
				clearTimeout(timer);
				resolve();
			};
			const timer = setTimeout(() => {
				waiting.delete(proceed);
				reject(new StoreUnavailableError(`The database connection was not free within ${limit} ms.`));
			}, limit);
			waiting.add(proceed);
		});
	return {
		acquire: async () => {
			if (isHeld) return wait();
			isHeld = true;
		},
		release: () => {
			const [next] = waiting;
			if (next === undefined) {
				isHeld = false;
				return;
			}
			// Stays held: a caller that arrives now cannot overtake the next one in the queue.
			waiting.delete(next);
			next();
		},
	};
}
