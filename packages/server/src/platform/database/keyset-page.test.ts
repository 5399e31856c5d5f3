import assert from "node:assert/strict";
import { stat } from "node:fs/promises";
import { test } from "node:test";
import { everyPage, nextPiece } from "./keyset-page.ts";

test("between two pages of a walk over all rows, whatever else is to be done has a turn", async () => {
	// From an answer of the system on, turns come before timers.
	await stat(import.meta.filename);
	let turns = 0;
	let next: NodeJS.Immediate | undefined;
	const count = () => {
		turns += 1;
		next = setImmediate(count);
	};
	count();
	const seen: number[] = [];
	// Answered at once, as SQLite does.
	const read = async (last: number | null) => {
		const row = (last ?? 0) + 1;
		return { rows: [row], next: row < 20 ? row : null };
	};
	try {
		for await (const [row = 0] of everyPage(read)) {
			assert.ok(turns > (seen.at(-1) ?? 0), `nothing had a turn before page ${row}`);
			seen.push(turns);
		}
	} finally {
		clearImmediate(next);
	}
	assert.equal(seen.length, 20);
});

test("a page that finds little looks at more and more rows at once, as many as it has time for, and at 10,000 in all", () => {
	// However slowly, a few hundred.
	assert.equal(nextPiece(51, 500, 1), 199);
	assert.equal(nextPiece(250, 500, 1), 0);
	// Fast: four times as many, until all are looked at.
	assert.equal(nextPiece(250, 1, 1), 1000);
	assert.equal(nextPiece(6250, 2, 1), 3750);
	assert.equal(nextPiece(10_000, 2, 1), 0);
	// 50 in a millisecond, with four left.
	assert.equal(nextPiece(800, 16, 1), 200);
	// One of ten pages that are looked for at once.
	assert.equal(nextPiece(51, 1, 0.1), 204);
	assert.equal(nextPiece(1000, 1, 0.1), 0);
});
