/** How they wait is tested with the turns of users (user-turns.test.ts), which wait in the same line. */
// Proves: attempts
import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { leavingClient } from "../../../test/support/leaving-client.ts";
import { createPendingAttempts } from "./pending-attempts.ts";

describe("attempts under way", () => {
	const { signal, leave } = leavingClient();
	after(leave);
	const minute = 60_000;

	/** What has been woken, in order, once everything that can run has run. */
	async function woken(waiting: Array<Promise<boolean>>): Promise<number[]> {
		const seen: number[] = [];
		waiting.forEach((each, index) => {
			each.then(
				(isWoken) => isWoken && seen.push(index),
				() => {},
			);
		});
		await new Promise(setImmediate);
		return seen;
	}

	it("wake one waiting client for each attempt that is decided, the longest waiting first, and all after the last", async () => {
		const pending = createPendingAttempts();
		const ends = [pending.begin(["a"]), pending.begin(["a"])];
		const waiting = [
			pending.next("a", signal, minute),
			pending.next("a", signal, minute),
			pending.next("a", signal, minute),
		];
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
		const waiting = [
			pending.next("a", signal, minute),
			pending.next("b", signal, minute),
			pending.next("b", signal, minute),
		];
		end();
		assert.deepEqual(await woken(waiting), [0, 1]);
		assert.equal(pending.has("b"), true);
	});
});
