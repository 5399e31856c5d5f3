import { setTimeout as rest } from "node:timers/promises";
import type { SeenHost } from "./choose-host.ts";

/** ms. */
const AGAIN = 250;
const GRACE = 250;

interface LookOptions {
	/** Waits for every answer: for a person who wants to know. */
	patiently: boolean;
	/** Aborted at the end; an abort from outside is an end too. */
	over: AbortController;
}

/**
 * Asks all hosts at the same time until all of them have answered, or one is a primary and the rest have had a little longer. A
 * frozen host says nothing until its time is over; until then the rest are asked again, for one may have been promoted.
 */
export async function lookAround(
	hosts: readonly string[],
	look: (place: number, signal: AbortSignal) => Promise<SeenHost>,
	{ patiently, over }: LookOptions,
): Promise<SeenHost[]> {
	const seen = hosts.map((host): SeenHost & { hasAnswered: boolean } => ({
		...{ host, state: "unreachable", because: "no answer yet", server: null, hasAnswered: false },
	}));
	const decided = Promise.withResolvers<void>();
	let grace: NodeJS.Timeout | undefined;

	async function ask(place: number): Promise<void> {
		while (!over.signal.aborted) {
			const found = await look(place, over.signal);
			if (over.signal.aborted) return;
			seen[place] = { ...found, hasAnswered: true };
			if (seen.every(({ hasAnswered }) => hasAnswered)) return decided.resolve();
			if (found.state === "primary") {
				if (!patiently) grace ??= setTimeout(decided.resolve, GRACE);
				return;
			}
			await rest(AGAIN, undefined, { ref: false });
		}
	}

	over.signal.addEventListener("abort", () => decided.resolve());
	for (const place of hosts.keys()) ask(place).catch(decided.reject);
	try {
		await decided.promise;
	} finally {
		over.abort();
		clearTimeout(grace);
	}
	return seen.map(({ hasAnswered, ...each }) => each);
}
