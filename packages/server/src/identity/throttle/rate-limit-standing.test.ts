import assert from "node:assert/strict";
import { it } from "node:test";
import type { CountedNow, Dimension } from "./attempt-counters.ts";
import { blankCounter, countAttempt } from "./attempt-rule.ts";
import { standingOf } from "./rate-limit-standing.ts";

const now = 1_000_000;
const window = 900_000;

const counted = (dimension: Dimension, failures: number, allowed: number): CountedNow => {
	const limits = {
		...{ failures: allowed, window, delay: 30_000, delayMaximum: 60_000 },
		...{ consecutive: null, closes: false },
	};
	let counter = blankCounter;
	for (let failure = 1; failure <= failures; failure++) counter = countAttempt(counter, now, limits);
	return { dimension, key: dimension, limits, counter };
};

it("speaks of the address of a stranger, and never of the account", () => {
	const standing = standingOf([counted("account", 9, 10), counted("address", 3, 100)], now + 100_000);
	assert.deepEqual(standing, { policy: "address", quota: 100, remaining: 97, window, reset: 800_000 });
	const calm = standingOf([counted("account", 0, 10), counted("address", 3, 100)], now + 100_000);
	assert.deepEqual(standing, calm);
});

it("speaks of a known client itself", () => {
	const standing = standingOf([counted("client", 4, 10)], now);
	assert.deepEqual(standing, { policy: "client", quota: 10, remaining: 6, window, reset: window });
});

it("tells the wait when nothing is left, and a full quota when the window is over", () => {
	const full = [counted("address", 10, 10)];
	assert.deepEqual([standingOf(full, now).remaining, standingOf(full, now).reset], [0, 30_000]);
	const later = standingOf(full, now + 30_000 + window);
	assert.deepEqual([later.remaining, later.reset], [10, window]);
});
