import { StoreUnavailableError } from "./store-unavailable.ts";

export type Mutex = ReturnType<typeof createMutex>;

/** One holder at a time, in the order of arrival. `limit`: longest wait in ms. */
export function createMutex(limit: number) {
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
		/** Rejects with a StoreUnavailableError after the limit. */
		acquire: async (): Promise<void> => {
			if (isHeld) return wait();
			isHeld = true;
		},
		release: (): void => {
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
