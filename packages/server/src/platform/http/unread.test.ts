// Proves: slow-clients
import assert from "node:assert/strict";
import { it } from "node:test";
import { judgeUnread, type Owed } from "./unread.ts";

const SECOND = 1000;
const WRITE_TIMEOUT = 30 * SECOND;
const SWEEP = 5 * SECOND;
/** How much of its window a client frees before its kernel says so. */
const LUMP = 65_536;

/**
 * When a client is cut off that takes bytes at a steady rate, in seconds; null: never. The responses are written one after
 * the other, each in one piece, as soon as the one before is taken.
 */
function cutOffAfter(bytesPerSecond: number, responses: number[]): number | null {
	let owed: Owed | null = null;
	let written = responses[0] ?? 0;
	let next = 1;
	for (let now = SWEEP; next < responses.length || written > 0; now += SWEEP) {
		const taken = Math.floor((bytesPerSecond * now) / SECOND / LUMP) * LUMP;
		while (taken >= written) {
			if (next === responses.length) return null;
			written += responses[next++] ?? 0;
		}
		const pending = responses[next - 1] ?? 0;
		const judged = judgeUnread({ owed, written, pending, now, writeTimeout: WRITE_TIMEOUT });
		if (judged === "overdue") return now / SECOND;
		owed = judged;
	}
	return null;
}

for (const size of [5_000, 80_000, 260_000, 1_000_000, 10_000_000]) {
	it(`a client that takes 10 kB a second gets responses of ${size} bytes`, () => {
		assert.equal(cutOffAfter(10_000, [size]), null);
		assert.equal(cutOffAfter(10_000, Array(10).fill(size)), null);
	});
}

it("a client that takes nothing, or a few bytes now and then, is cut off within a minute", () => {
	for (const rate of [0, 6, 200, 1000]) {
		for (const size of [5_000, 80_000, 260_000]) {
			const seconds = cutOffAfter(rate, Array(10).fill(size));
			assert.ok(seconds !== null && seconds <= 60, `${size} bytes at ${rate}/s: ${seconds} s`);
		}
	}
});

it("a client that has taken everything owes nothing", () => {
	const owed = { byte: 100, until: 0 };
	assert.equal(judgeUnread({ owed, written: 100, pending: 0, now: 1, writeTimeout: 1 }), null);
});
