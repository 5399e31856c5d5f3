import assert from "node:assert/strict";
import { stat } from "node:fs/promises";
import { test } from "node:test";
import { everyPage } from "./keyset-page.ts";

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
	const read = async (last: number | null) => [(last ?? 0) + 1].filter((row) => row <= 20);
	try {
		for await (const [row = 0] of everyPage(1, read)) {
			assert.ok(turns > (seen.at(-1) ?? 0), `nothing had a turn before page ${row}`);
			seen.push(turns);
		}
	} finally {
		clearImmediate(next);
	}
	assert.equal(seen.length, 20);
});
