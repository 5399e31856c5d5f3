// Proves: guesses-of-strangers
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
	type AttemptCounter,
	type AttemptLimits,
	blankCounter,
	countAttempt,
	currentCounter,
	isClosed,
	takeBack,
	vouchFor,
	waitOf,
} from "./attempt-rule.ts";

const limits: AttemptLimits = {
	failures: 10,
	window: 900_000,
	delay: 30_000,
	delayMaximum: 3_600_000,
	consecutive: 100,
	closes: false,
	ebbs: false,
};
const closing: AttemptLimits = { ...limits, closes: true };

/** What an attacker can do: guess, wait, and see the user log in from a known client or from an unknown device. */
const moves = fc.array(
	fc.oneof(
		{ weight: 6, arbitrary: fc.constant({ guess: true } as const) },
		{ weight: 2, arbitrary: fc.integer({ min: 1, max: 7_200_000 }).map((wait) => ({ wait }) as const) },
		{ weight: 1, arbitrary: fc.constant({ vouch: true } as const) },
		{ weight: 1, arbitrary: fc.constant({ userFromUnknownDevice: true } as const) },
	),
	{ maxLength: 300 },
);

type Moves = typeof moves extends fc.Arbitrary<infer Value> ? Value : never;

/** Plays moves on one counter; `looked`: when a password was looked at and found wrong. */
function play(given: Moves, under = limits): { looked: number[]; counter: AttemptCounter } {
	const looked: number[] = [];
	let counter = blankCounter;
	let now = 1;
	for (const move of given) {
		counter = currentCounter(counter, now, under);
		if ("wait" in move) now += move.wait;
		else if ("vouch" in move) counter = vouchFor(counter, now, under);
		else if (waitOf(counter, now, under) === 0) {
			const counted = countAttempt(counter, now, under);
			if ("guess" in move) looked.push(now);
			counter = "guess" in move ? counted : takeBack(counted, true, under, counted.blockedUntil);
		}
	}
	return { looked, counter };
}

describe("guessing at one account", () => {
	const seed = Date.now() % 2 ** 31;

	it(`is held to twenty in any quarter of an hour, whatever the user does (seed ${seed})`, () => {
		fc.assert(
			fc.property(moves, (given) => {
				const { looked } = play(given);
				for (const [index, time] of looked.entries()) {
					const within = looked.slice(index).filter((each) => each < time + limits.window);
					// Ten before a window ends and ten after it began.
					assert.ok(within.length <= 2 * limits.failures, `${within.length} within a window`);
				}
			}),
			{ seed, numRuns: 300 },
		);
	});

	/** Mostly nine guesses in a quarter of an hour, which bring no wait by themselves. */
	const patience = fc.array(
		fc.oneof(
			{ weight: 9, arbitrary: fc.constant(100_001) },
			{ weight: 1, arbitrary: fc.integer({ min: 1, max: 7_200_000 }) },
		),
		{ maxLength: 400, size: "max" },
	);
	const guesses = (waits: number[]): Moves => waits.flatMap((wait) => [{ guess: true } as const, { wait }]);

	// Proves: consecutive-failures, persistent-guessing
	it(`is held to once an hour after a hundred failures in a row (seed ${seed})`, () => {
		fc.assert(
			fc.property(patience, (waits) => {
				const { looked, counter } = play(guesses(waits));
				for (const [index, time] of looked.entries())
					if (index >= 100) assert.ok(time >= (looked[index - 1] ?? 0) + limits.delayMaximum);
				assert.equal(isClosed(counter, limits), false);
			}),
			{ seed, numRuns: 200 },
		);
	});

	// Proves: closing-an-account
	it(`ends with a hundred failures in a row where they close the account (seed ${seed})`, () => {
		fc.assert(
			fc.property(patience, (waits) => {
				const { looked, counter } = play(guesses(waits), closing);
				assert.ok(looked.length <= 100);
				assert.equal(isClosed(counter, closing), looked.length === 100);
			}),
			{ seed, numRuns: 200 },
		);
	});

	it(`is counted alike by instances whose clocks are a minute apart (seed ${seed})`, () => {
		fc.assert(
			fc.property(fc.nat(130), fc.integer({ min: -60_000, max: 60_000 }), (guesses, apart) => {
				let counter = blankCounter;
				let now = 1e12;
				for (let guess = 1; guess <= guesses; guess++) {
					now += waitOf(counter, now, limits);
					counter = countAttempt(counter, now, limits);
				}
				assert.deepEqual(currentCounter(counter, now + apart, limits), counter);
			}),
			{ seed, numRuns: 300 },
		);
	});
});

describe("a counter written under a wrong clock", () => {
	const time = fc.integer({ min: 0, max: 4e12 });
	const counters = fc.record({
		windowStartedAt: time,
		failures: fc.nat(200),
		consecutive: fc.nat(200),
		blockedUntil: time,
	});

	it("asks for no wait longer than the maximum plus a minute, and its window ends within twice its length", () => {
		fc.assert(
			fc.property(counters, time, (counter, now) => {
				const found = currentCounter(counter, now, limits);
				assert.ok(waitOf(found, now, limits) <= limits.delayMaximum + 60_000);
				assert.ok(found.windowStartedAt <= now + limits.window);
				assert.equal(found.consecutive, counter.consecutive);
			}),
		);
	});

	// Proves: closing-an-account
	it("stays closed by its failures in a row, whatever its times say", () => {
		fc.assert(
			fc.property(counters, time, (counter, now) => {
				const found = currentCounter(counter, now, closing);
				assert.equal(waitOf(found, now, closing) > limits.delayMaximum * 2, counter.consecutive >= 100);
			}),
		);
	});

	it("starts again from nothing when it is a year ahead", () => {
		const now = 1e12;
		const then = now + 365 * 86_400_000;
		const ahead = { windowStartedAt: then, failures: 10, consecutive: 10, blockedUntil: then + 30_000 };
		const found = currentCounter(ahead, now, limits);
		assert.deepEqual(countAttempt(found, now, limits), {
			windowStartedAt: now,
			failures: 1,
			consecutive: 11,
			blockedUntil: 0,
		});
	});
});

// Proves: attempts
describe("an attempt that is taken back", () => {
	const fail = (times: number, from = blankCounter, now = 1): AttemptCounter =>
		Array.from({ length: times }).reduce<AttemptCounter>((each) => countAttempt(each, now, limits), from);

	it("leaves the failures of others", () => {
		const before = fail(4);
		const counted = countAttempt(before, 1, limits);
		assert.deepEqual(takeBack(counted, false, limits, counted.blockedUntil), { ...before, blockedUntil: 0 });
		assert.equal(takeBack(counted, true, limits, 0).failures, 4);
		assert.equal(takeBack(counted, true, limits, 0).consecutive, 0);
	});

	it("removes the wait that it caused, and no other", () => {
		const counted = fail(10);
		assert.ok(waitOf(counted, 1, limits) > 0);
		assert.equal(waitOf(takeBack(counted, true, limits, counted.blockedUntil), 1, limits), 0);
		const eleventh = countAttempt({ ...counted, blockedUntil: 0 }, 2, limits);
		assert.ok(waitOf(takeBack(eleventh, false, limits, counted.blockedUntil), 2, limits) > 0);
	});
});

// Proves: consecutive-failures
describe("a login of the user from a known client", () => {
	it("opens an account that a hundred failures have closed, except for the wait of the window", () => {
		const closed = { windowStartedAt: 1, failures: 12, consecutive: 100, blockedUntil: 1e15 };
		const opened = vouchFor(closed, 1000, closing);
		assert.equal(isClosed(opened, closing), false);
		assert.equal(waitOf(opened, 1000, closing), 120_000);
	});

	it("leaves the wait that a hundred failures have caused where they do not close the account", () => {
		const waiting = { windowStartedAt: 1, failures: 12, consecutive: 100, blockedUntil: 3_600_000 };
		assert.deepEqual(vouchFor(waiting, 1000, limits), { ...waiting, consecutive: 0 });
	});

	it("leaves the wait and the failures of unknown devices", () => {
		const waiting = { windowStartedAt: 1, failures: 11, consecutive: 11, blockedUntil: 60_000 };
		assert.deepEqual(vouchFor(waiting, 1000, limits), { ...waiting, consecutive: 0 });
	});
});
