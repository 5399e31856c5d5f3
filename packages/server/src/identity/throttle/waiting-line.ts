const MOST_WAITING = 1000;

export type WaitingLine = ReturnType<typeof createWaitingLine>;

/** Requests that wait for others to end, the one that has waited longest first. */
export function createWaitingLine() {
	const waiting = new Set<() => void>();
	return {
		/** Lets the first one continue; false: none waits. */
		wake(): boolean {
			const [first] = waiting;
			first?.();
			return first !== undefined;
		},
		/**
		 * True when woken; false when too many wait already, or after `most` milliseconds. Rejects when the client has gone,
		 * which leaves the line at once.
		 */
		async wait(signal: AbortSignal, most: number): Promise<boolean> {
			signal.throwIfAborted();
			if (waiting.size >= MOST_WAITING) return false;
			const { promise, resolve, reject } = Promise.withResolvers<boolean>();
			const leave = (isWoken: boolean): void => {
				waiting.delete(wake);
				resolve(isWoken);
			};
			const wake = (): void => leave(true);
			const giveUp = (): void => {
				waiting.delete(wake);
				reject(signal.reason);
			};
			const timer = setTimeout(leave, most, false);
			signal.addEventListener("abort", giveUp);
			waiting.add(wake);
			try {
				return await promise;
			} finally {
				clearTimeout(timer);
				signal.removeEventListener("abort", giveUp);
			}
		},
	};
}
