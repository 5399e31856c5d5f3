// Proves: code-budget
import assert from "node:assert/strict";
import { it } from "node:test";
import fc from "fast-check";
import { DAY } from "../../platform/lib/clock.ts";
import { CODE_BUDGET } from "./attempt-counters.ts";
import { blankCounter, countAttempt, currentCounter, takeBack, waitOf } from "./attempt-rule.ts";

const MINUTE = 60_000;
const seed = Date.now() % 2 ** 31;

/** What an attacker can do: guess, wait, and see the user log in. */
type Move = "guess" | "the user logs in" | { wait: number };

/** When a code was looked at and found wrong. */
function play(moves: readonly Move[]): number[] {
	const looked: number[] = [];
	let counter = blankCounter;
	let now = 1;
	for (const move of moves) {
		counter = currentCounter(counter, now, CODE_BUDGET);
		if (typeof move === "object") now += move.wait;
		else if (waitOf(counter, now, CODE_BUDGET) === 0) {
			const counted = countAttempt(counter, now, CODE_BUDGET);
			if (move === "guess") looked.push(now);
			counter = move === "guess" ? counted : takeBack(counted, true, CODE_BUDGET, counted.blockedUntil);
		}
	}
	return looked;
}

const mostInADay = (looked: readonly number[]): number =>
	Math.max(0, ...looked.map((from) => looked.filter((time) => time >= from && time <= from + DAY).length));

it(`The budget of codes lets at most forty be looked at in any 24 hours, whatever the user does (seed ${seed})`, () => {
	const move = fc.oneof<[fc.Arbitrary<Move>, fc.Arbitrary<Move>, fc.Arbitrary<Move>]>(
		fc.constant("guess"),
		fc.integer({ min: 1, max: 120 * MINUTE }).map((wait) => ({ wait })),
		fc.constant("the user logs in"),
	);
	fc.assert(
		fc.property(fc.array(move, { maxLength: 400, size: "max" }), (moves) => {
			const most = mostInADay(play(moves));
			assert.ok(most <= 40, `${most} within a day`);
		}),
		{ seed, numRuns: 200 },
	);
});

it("The budget of codes is forty on the first day and twenty on each further one for the most patient guesser", () => {
	const atOnce: Move[] = Array(20).fill("guess");
	const eachMinute = Array.from({ length: 3 * 24 * 60 + 1 }, (): Move[] => ["guess", { wait: MINUTE }]);
	const looked = play([...atOnce, ...eachMinute.flat()]);
	assert.equal(mostInADay(looked), 40);
	assert.equal(looked.length, 80);
});

it("The budget of codes whose time is ahead lets one code be looked at, and the next one within 73 minutes of it", () => {
	const time = fc.integer({ min: 0, max: 4e12 });
	fc.assert(
		fc.property(fc.nat(20), time, time, (failures, now, ahead) => {
			const stored = { ...blankCounter, failures, windowStartedAt: now + ahead };
			const found = currentCounter(stored, now, CODE_BUDGET);
			const isPossible = ahead <= MINUTE;
			assert.equal(found.failures, isPossible ? failures : Math.min(failures, 19));
			const wait = waitOf(found, now, CODE_BUDGET);
			assert.ok(found.failures < 20 ? wait === 0 : wait > 0 && wait <= 73 * MINUTE, `${wait}`);
			if (isPossible || failures < 20) return;
			const next = currentCounter(countAttempt(found, now, CODE_BUDGET), now, CODE_BUDGET);
			assert.ok(waitOf(next, now, CODE_BUDGET) > 0);
			const later = now + 73 * MINUTE;
			assert.equal(waitOf(currentCounter(next, later, CODE_BUDGET), later, CODE_BUDGET), 0);
		}),
	);
});
