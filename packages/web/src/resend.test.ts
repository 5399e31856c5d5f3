import assert from "node:assert/strict";
import { test } from "node:test";
import { SallyportError } from "@sallyport/client";
import { endOfWait, mayResend, secondsLeft } from "./resend.ts";

const refusals = [
	{ name: "too many attempts", code: "rate_limited", retryAfter: 30, times: 0, again: true },
	{ name: "an overload", code: "overloaded", retryAfter: 2, times: 0, again: true },
	{ name: "a store that is away", code: "store_unavailable", retryAfter: 2, times: 0, again: true },
	{ name: "the third time", code: "overloaded", retryAfter: 2, times: 2, again: true },
	{ name: "a fourth time", code: "overloaded", retryAfter: 2, times: 3, again: false },
	{ name: "five minutes", code: "rate_limited", retryAfter: 300, times: 0, again: true },
	{ name: "longer than that", code: "rate_limited", retryAfter: 301, times: 0, again: false },
	{ name: "no time to wait", code: "overloaded", times: 0, again: false },
	{ name: "a wrong password", code: "invalid_credentials", retryAfter: 1, times: 0, again: false },
	{ name: "a fault", code: "internal_error", retryAfter: 1, times: 0, again: false },
	{ name: "no answer", code: "network_error", retryAfter: 1, times: 0, again: false },
	{ name: "a proxy's own refusal", code: "unexpected_answer", retryAfter: 1, times: 0, again: false },
];

for (const { name, code, retryAfter, times, again } of refusals) {
	test(`${name}: ${again ? "sent again" : "not sent again"} by itself`, () => {
		assert.equal(mayResend(new SallyportError(code, "", { status: 503, retryAfter }), times), again);
	});
}

test("pages that were refused together retry spread over a second, none too early", () => {
	assert.equal(endOfWait(2, 5000, 0), 7000);
	assert.equal(endOfWait(2, 5000, 0.5), 7500);
	assert.ok(endOfWait(2, 5000, 1) <= 8000);
});

test("the clock starts with the seconds of the response and stays at 1 until the end", () => {
	assert.equal(secondsLeft(30_900, 0, 30), 30);
	assert.equal(secondsLeft(30_900, 10_000, 30), 21);
	assert.equal(secondsLeft(30_900, 30_899, 30), 1);
	assert.equal(secondsLeft(30_900, 99_000, 30), 1);
});
