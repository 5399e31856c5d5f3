import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createPendingAttempts } from "./pending-attempts.ts";

describe("attempts under way", () => {
	/** What has been woken, in order, once everything that can run has run. */
	async function woken(waiting: Array<Promise<void> | null>): Promise<number[]> {
		const seen: number[] = [];
		waiting.forEach((each, index) => {
			each?.then(() => seen.push(index));
		});
		await new Promise(setImmediate);
		return seen;
	}

	it("wake one that waits for each that is decided, the longest waiting first, and all after the last", async () => {
		const pending = createPendingAttempts();
		const ends = [pending.begin(["a"]), pending.begin(["a"])];
		const waiting = [pending.next("a"), pending.next("a"), pending.next("a")];
		assert.deepEqual(await woken(waiting), []);
		ends[0]?.();
		assert.deepEqual(await woken(waiting), [0]);
		ends[1]?.();
		assert.deepEqual(await woken(waiting), [0, 1, 2]);
		assert.equal(pending.has("a"), false);
	});

	it("are kept apart by counter", async () => {
		const pending = createPendingAttempts();
		const end = pending.begin(["a", "b"]);
		pending.begin(["b"]);
		const waiting = [pending.next("a"), pending.next("b"), pending.next("b")];
		end();
		assert.deepEqual(await woken(waiting), [0, 1]);
		assert.equal(pending.has("b"), true);
	});

	it("let a thousand wait for them, and no more", () => {
		const pending = createPendingAttempts();
		pending.begin(["a"]);
		for (let waiting = 1; waiting <= 1000; waiting++) assert.ok(pending.next("a"));
		assert.equal(pending.next("a"), null);
	});

	it("keep nobody waiting who comes when the last is decided", async () => {
		const pending = createPendingAttempts();
		pending.begin(["a"])();
		assert.deepEqual(await woken([pending.next("a")]), [0]);
	});
});
