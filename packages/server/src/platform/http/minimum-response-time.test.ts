// Proves: response-time
import assert from "node:assert/strict";
import { it } from "node:test";
import { LoginError } from "../errors.ts";
import { createMinimumResponseTime } from "./minimum-response-time.ts";

/** What is waited for a refusal that took this course; the clock goes as the course says. */
async function waited({ queued = 0, ran = 0, least = 300, code = "invalid_credentials" as const }) {
	let now = 1000;
	let waits = 0;
	const respond = createMinimumResponseTime(() => least, {
		clock: () => now,
		wait: async (milliseconds) => {
			waits += milliseconds;
		},
	});
	const request = { signal: new AbortController().signal, hashingBegan: null as number | null };
	const refused = respond(request, async () => {
		now += queued;
		request.hashingBegan = now;
		now += ran;
		throw new LoginError(code);
	});
	await assert.rejects(refused, { code });
	return waits;
}

it("a refusal is complete at the same time after a thread began, whatever the check took and however long it queued", async () => {
	for (const queued of [0, 40, 1900])
		for (const ran of [10, 40, 299, 300]) assert.equal(await waited({ queued, ran }), 300 - ran);
	assert.equal(await waited({ ran: 388 }), 0);
	assert.equal(await waited({ ran: 388, least: 582 }), 194);
});

it("a request that no thread looked at counts from its arrival, and other errors do not wait", async () => {
	const waits: number[] = [];
	const respond = createMinimumResponseTime(() => 300, {
		clock: () => 0,
		wait: async (milliseconds) => {
			waits.push(milliseconds);
		},
	});
	const request = { signal: new AbortController().signal, hashingBegan: null };
	await assert.rejects(
		respond(request, () => Promise.reject(new LoginError("invalid_credentials"))),
		LoginError,
	);
	await assert.rejects(
		respond(request, () => Promise.reject(new LoginError("overloaded"))),
		LoginError,
	);
	assert.equal(await respond(request, async () => "welcome"), "welcome");
	assert.deepEqual(waits, [300]);
});
