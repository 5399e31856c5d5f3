import { createWaitingLine, type WaitingLine } from "./waiting-line.ts";

/**
 * Attempts that this process is looking at. They are counted already, so that a few right logins of one account at once
 * look like guesses: one that finds a counter full because of them waits until one of them is decided, instead of being
 * refused. An attacker who guesses only gets the refusal later.
 */
export function createPendingAttempts() {
	const byKey = new Map<string, { attempts: number; line: WaitingLine }>();

	function end(key: string): void {
		const pending = byKey.get(key);
		if (pending === undefined) return;
		pending.attempts -= 1;
		if (pending.attempts > 0) {
			// Each attempt that is decided makes room for one.
			pending.line.wake();
			return;
		}
		// After the last one nothing would wake the rest.
		byKey.delete(key);
		while (pending.line.wake());
	}

	return {
		/** Notes an attempt on its counters; to be called back when it is decided. */
		begin(keys: readonly string[]): () => void {
			for (const key of keys) {
				const pending = byKey.get(key) ?? { attempts: 0, line: createWaitingLine() };
				pending.attempts += 1;
				byKey.set(key, pending);
			}
			return () => keys.forEach(end);
		},
		has: (key: string) => byKey.has(key),
		/** True when an attempt on this counter is decided; otherwise as in the line. */
		next: async (key: string, signal: AbortSignal, most: number): Promise<boolean> =>
			byKey.get(key)?.line.wait(signal, most) ?? true,
	};
}
