import { StoreUnavailableError } from "./store-unavailable.ts";

export interface Turns {
	/** Resolves when it is the caller's turn; rejects with a StoreUnavailableError after the limit. */
	take(): Promise<void>;
	/** Ends the turn that was taken. */
	give(): void;
}

/** One holder at a time, first come, first served. `limit` in ms. */
export function createTurns(limit: number): Turns {
	let taken = false;
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
		take: async () => {
			if (taken) return wait();
			taken = true;
		},
		give: () => {
			const [next] = waiting;
			if (next === undefined) {
				taken = false;
				return;
			}
			// The turn goes straight to the next: nobody who asks in between can push in.
			waiting.delete(next);
			next();
		},
	};
}
