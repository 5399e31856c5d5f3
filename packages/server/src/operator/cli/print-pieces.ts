import { once } from "node:events";

/** On standard output: no faster than it is read, and until its reader has seen enough. */
export async function printPieces<Piece>(
	pieces: AsyncIterable<Piece>,
	textOf: (piece: Piece) => string,
): Promise<void> {
	let isOpen = true;
	process.stdout.once("error", () => {
		isOpen = false;
	});
	for await (const piece of pieces) {
		const hasRoom = process.stdout.write(textOf(piece));
		if (!hasRoom && isOpen) await once(process.stdout, "drain").catch(() => {});
		if (!isOpen) return;
	}
}
