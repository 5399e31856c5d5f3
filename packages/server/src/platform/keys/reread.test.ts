import assert from "node:assert/strict";
import { it } from "node:test";
import { createReread } from "./reread.ts";

/** Reads that end when the test says so, and how many have begun. */
function startReads() {
	let now = 0;
	const ends: Array<() => void> = [];
	const pass = (time: number) => {
		now += time;
	};
	const keys = createReread(
		() => now,
		async (last: number | null) => {
			const own = (last ?? 0) + 1;
			await new Promise<void>((resolve) => ends.push(resolve));
			return own;
		},
	);
	return { keys, ends, pass };
}

it("keys are read again when a second has passed since they began to be read, however long that took", async () => {
	const { keys, ends, pass } = startReads();
	const first = keys.current();
	pass(900);
	ends[0]?.();
	assert.equal(await first, 1);
	assert.equal(await keys.current(), 1);
	pass(100);
	const second = keys.current();
	assert.equal(ends.length, 2);
	ends[1]?.();
	assert.equal(await second, 2);
});

it("keys are read once for all who need them at the same moment", async () => {
	const { keys, ends } = startReads();
	const both = Promise.all([keys.current(), keys.current()]);
	ends[0]?.();
	assert.deepEqual(await both, [1, 1]);
	assert.equal(ends.length, 1);
});
