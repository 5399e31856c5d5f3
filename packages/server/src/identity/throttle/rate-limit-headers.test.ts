// Proves: rate-limit-fields
import assert from "node:assert/strict";
import { it } from "node:test";
import type { CountedNow, Dimension } from "./attempt-counters.ts";
import { blankCounter, countAttempt } from "./attempt-rule.ts";
import { rateLimitHeaders } from "./rate-limit-headers.ts";

const now = 1_000_000;
const window = 900_000;

const counted = (dimension: Dimension, failures: number, allowed: number): CountedNow => {
	const limits = {
		...{ failures: allowed, window, delay: 30_000, delayMaximum: 60_000 },
		...{ consecutive: null, closes: false, ebbs: false },
	};
	let counter = blankCounter;
	for (let failure = 1; failure <= failures; failure++) counter = countAttempt(counter, now, limits);
	return { dimension, key: dimension, limits, counter };
};

it("describes the address of an unknown device, and never the account", () => {
	const headers = rateLimitHeaders([counted("account", 9, 10), counted("address", 3, 100)], now + 100_000);
	assert.deepEqual(headers, {
		"ratelimit-policy": '"address";q=100;w=900',
		ratelimit: '"address";r=97;t=800',
	});
	const calm = rateLimitHeaders([counted("account", 0, 10), counted("address", 3, 100)], now + 100_000);
	assert.deepEqual(headers, calm);
});

it("describes a known client itself", () => {
	assert.deepEqual(rateLimitHeaders([counted("client", 4, 10)], now), {
		"ratelimit-policy": '"client";q=10;w=900',
		ratelimit: '"client";r=6;t=900',
	});
});

it("gives the wait when nothing remains, and the full quota when the window is over", () => {
	const full = [counted("address", 10, 10)];
	assert.equal(rateLimitHeaders(full, now).ratelimit, '"address";r=0;t=30');
	assert.equal(rateLimitHeaders(full, now + 30_000 + window).ratelimit, '"address";r=10;t=900');
});
