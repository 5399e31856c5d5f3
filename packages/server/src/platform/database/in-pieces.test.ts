import assert from "node:assert/strict";
import { it } from "node:test";
import { inPieces } from "./in-pieces.ts";

/** So much to do, in a list of what each piece found. */
function pile(size: number) {
	let left = size;
	const found: number[] = [];
	const work = async (most: number) => {
		const some = Math.min(most, left);
		left -= some;
		found.push(some);
		return some === most;
	};
	return { found, work };
}

it("continues until there is no more", async () => {
	const { found, work } = pile(600);
	await inPieces(work);
	assert.deepEqual(found, [250, 250, 100]);
});

it("ends after the piece during which it is stopped", async () => {
	const { found, work } = pile(Number.POSITIVE_INFINITY);
	await inPieces(work, () => found.length === 3);
	assert.equal(found.length, 3);
});
