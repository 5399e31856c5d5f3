import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createFreshCopy, type Loaded } from "./fresh-copy.ts";

/** A copy of a number that rises with every answer, by a clock and answers in the hands of the test. */
function stage(life: Partial<Loaded<number>> = {}) {
	const given = { freshFor: 10_000, usableFor: 60_000, ...life };
	const state = { now: 1_000_000, asked: 0, away: false, reported: 0, answer: Promise.resolve() };
	const copy = createFreshCopy<number>({
		clock: () => state.now,
		report: () => {
			state.reported += 1;
		},
		async load() {
			state.asked += 1;
			const value = state.asked;
			await state.answer;
			if (state.away) throw new Error("away");
			return { value, ...given };
		},
	});
	return { state, copy };
}

const unavailable = { name: "VerifyError", code: "service_unavailable", retryAfter: 1 };

describe("a fresh copy", () => {
	it("is requested when it is needed first, and again when it is no longer fresh", async () => {
		const { state, copy } = stage();
		assert.equal(copy.peek(state.now), undefined);
		assert.equal(await copy.get(), 1);
		state.now += 9999;
		assert.equal(copy.peek(state.now), 1);
		assert.equal(await copy.get(), 1);
		state.now += 1;
		assert.equal(copy.peek(state.now), undefined);
		assert.equal(await copy.get(), 2);
	});

	it("counts its age from the request, not from the response", async () => {
		const { state, copy } = stage();
		const { promise, resolve } = Promise.withResolvers<void>();
		state.answer = promise;
		const slow = copy.get();
		state.now += 4000;
		resolve();
		await slow;
		state.now += 6000;
		assert.equal(copy.peek(state.now), undefined);
	});

	it("is old when the clock was set back", async () => {
		const { state, copy } = stage();
		await copy.get();
		state.now -= 1;
		assert.equal(copy.peek(state.now), undefined);
		assert.equal(await copy.get(), 2);
	});

	it("is asked for once, however many need it", async () => {
		const { state, copy } = stage();
		await Promise.all([copy.get(), copy.get(), copy.refreshUnlessWithin(0), copy.refreshUnlessWithin(0)]);
		assert.equal(state.asked, 1);
	});

	it("serves as long as it is usable while the service is away, then no more", async () => {
		const { state, copy } = stage();
		await copy.get();
		state.away = true;
		state.now += 59_999;
		assert.equal(await copy.get(), 1);
		state.now += 1;
		await assert.rejects(copy.get(), unavailable);
		assert.ok(state.reported >= 1);
		state.away = false;
		state.now += 1000;
		assert.equal(await copy.get(), 3);
	});

	it("makes no request wait for a service that is known to be away, and asks it once a second", async () => {
		const { state, copy } = stage();
		await copy.get();
		state.away = true;
		state.now += 20_000;
		await copy.get();
		const { promise, resolve } = Promise.withResolvers<void>();
		state.answer = promise;
		state.now += 999;
		assert.equal(await copy.get(), 1);
		assert.equal(state.asked, 2);
		state.now += 1;
		assert.equal(await copy.get(), 1);
		assert.equal(state.asked, 3);
		resolve();
	});

	it("that never came is asked for once a second", async () => {
		const { state, copy } = stage();
		state.away = true;
		for (let time = 0; time < 3; time += 1) await assert.rejects(copy.get(), unavailable);
		assert.equal(state.asked, 1);
	});
});
