import { setTimeout as delay } from "node:timers/promises";

/** What is done in one of them takes some milliseconds. */
const PIECE = 250;

/**
 * Does what may be very much in short transactions, one piece after the other. Leaves others as much time as it takes itself: another
 * process does not queue for a SQLite file, it tries now and then. `work` resolves with whether there may be more.
 */
export async function inPieces(
	work: (size: number) => Promise<boolean>,
	isStopping = () => false,
): Promise<void> {
	for (;;) {
		const begun = performance.now();
		if (!(await work(PIECE)) || isStopping()) return;
		await delay(performance.now() - begun);
	}
}

/** Milliseconds. */
const PART_OF_A_ROUND = 3000;

/** As part of a round of maintenance, which other parts wait for: the next round continues. */
export function inPiecesOfRound(work: (size: number) => Promise<boolean>): Promise<void> {
	const end = performance.now() + PART_OF_A_ROUND;
	return inPieces(work, () => performance.now() > end);
}
