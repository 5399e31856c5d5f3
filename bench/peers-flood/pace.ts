import { setTimeout as rest } from "node:timers/promises";

/**
 * Acts every `every` milliseconds, the first time after `offset`, until `duration` has passed; one at a time. Resolves to how long each
 * took, in milliseconds from when it was due: a server that halts does not slow its own examination down. Those that
 * were due and could not begin any more count with what they have waited.
 */
export async function atPace(
	act: () => Promise<unknown>,
	{ duration, every, offset }: { duration: number; every: number; offset: number },
): Promise<number[]> {
	const began = performance.now();
	const now = () => performance.now() - began;
	const latencies: number[] = [];
	for (let due = offset; due < duration; due += every) {
		if (now() > duration) {
			latencies.push(now() - due);
			continue;
		}
		// The clock of this process may be late; that is not the fault of the server.
		const inTime = now() <= due;
		if (inTime) await rest(due - now());
		const from = inTime ? now() : due;
		await act();
		latencies.push(now() - from);
	}
	return latencies;
}
