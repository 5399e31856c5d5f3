import type { RequestListener } from "node:http";

/** A request costs half a millisecond at most before it waits for something, so a turn takes some thirty. */
const MOST_IN_A_TURN = 64;

/**
 * Begins so many requests in one turn of the event loop; the others begin in later turns, in their order. A hashing thread
 * gets its next job once in a turn: without this, two thousand connections make turns of a second, and each thread hashes
 * one password in it.
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
			// The client may have gone meanwhile.
			if (!response.destroyed) handle(request, response);
		};
		if (begun < most && waiting.length === 0) start(begin);
		else waiting.push(begin);
	};
}
