import type { RequestListener } from "node:http";

/** A request takes at most half a millisecond before its first wait, so a turn takes about 30 ms. */
const MOST_IN_A_TURN = 64;

/**
 * Starts at most `most` requests per turn of the event loop, the rest in later turns, in order. A hashing thread gets its
 * next job once per turn: without this, two thousand connections make turns of a second, in which each thread hashes one
 * password.
 */
export function spreadOverTurns(handle: RequestListener, most = MOST_IN_A_TURN): RequestListener {
	const waiting: Array<() => void> = [];
	let begun = 0;

	function nextTurn(): void {
		begun = 0;
		const now = waiting.splice(0, most);
		for (const begin of now) start(begin);
	}

	function start(begin: () => void): void {
		if (begun === 0) setImmediate(nextTurn);
		begun += 1;
		begin();
	}

	return (request, response) => {
		const begin = () => {
			// The client may have disconnected since.
			if (!response.destroyed) handle(request, response);
		};
		if (begun < most && waiting.length === 0) start(begin);
		else waiting.push(begin);
	};
}
