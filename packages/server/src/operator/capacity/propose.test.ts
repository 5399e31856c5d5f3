import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Trial } from "./calibrate.ts";
import { type CurrentHashing, propose, type Room, threadsToPropose } from "./propose.ts";

const MIB = 1_048_576;
const room: Room = { cores: 4, memory: 8192 * MIB, resident: 150 * MIB };
const current: CurrentHashing = { memory: 19_456, passes: 2, parallelism: 1, threads: 4, milliseconds: 20 };
const floor: Trial = { memory: 19_456, passes: 2, milliseconds: 20 };
const trials: Trial[] = [
	floor,
	{ memory: 65_536, passes: 1, milliseconds: 35 },
	{ memory: 65_536, passes: 2, milliseconds: 70 },
	{ memory: 65_536, passes: 3, milliseconds: 105 },
];

const judge = (given: Partial<Parameters<typeof propose>[0]> = {}) =>
	propose({ target: 100, room, current, trials, ...given });

describe("the proposal", () => {
	it("is the strongest within the target, ready to paste", () => {
		const { settings, verdict, milliseconds } = judge();
		assert.deepEqual(settings, {
			SALLYPORT_HASH_MEMORY: "65536",
			SALLYPORT_HASH_PASSES: "2",
			SALLYPORT_HASH_THREADS: "4",
		});
		assert.deepEqual([verdict, milliseconds], ["stronger_possible", 70]);
	});

	it("sets one lane, with which it was measured", () => {
		const { settings } = judge({ current: { ...current, parallelism: 4 } });
		assert.equal(settings.SALLYPORT_HASH_PARALLELISM, "1");
	});

	it("leaves good settings alone, even when the clock differs a little", () => {
		const good = { ...current, memory: 65_536, passes: 2, milliseconds: 108 };
		assert.deepEqual([judge({ current: good }).verdict, judge({ current: good }).shortcomings], ["fine", []]);
	});

	it("is the floor where even that takes too long, and then calls the floor fine", () => {
		const slow = { ...floor, milliseconds: 400 };
		const same = judge({ trials: [slow], current: { ...current, milliseconds: 400 } });
		assert.deepEqual(
			[same.memory, same.passes, same.floorExceedsTarget, same.verdict],
			[19_456, 2, true, "fine"],
		);
		const stronger = { ...current, memory: 65_536, passes: 3, milliseconds: 2000 };
		assert.deepEqual(judge({ trials: [slow], current: stronger }).shortcomings, ["too_slow"]);
	});

	it("says each reason to change the current settings", () => {
		const reasons: Array<[Partial<CurrentHashing>, string]> = [
			[{ passes: 1 }, "below_floor"],
			[{ milliseconds: 111 }, "too_slow"],
			[{ memory: 2 * 1_048_576 }, "too_much_memory"],
			[{ threads: 5 }, "too_many_threads"],
		];
		for (const [worse, reason] of reasons) {
			const { verdict, shortcomings } = judge({ current: { ...current, ...worse } });
			assert.deepEqual([verdict, shortcomings], ["change", [reason]]);
		}
	});

	it("warns when even the least does not fit", () => {
		const { fits, threads } = judge({ room: { ...room, memory: 160 * MIB }, trials: [floor] });
		assert.deepEqual([fits, threads], [false, 1]);
	});
});

describe("the number of hashing threads", () => {
	const cases: Array<[name: string, room: Partial<Room>, current: number, threads: number]> = [
		["one per core", {}, 4, 4],
		["as few as are set", {}, 2, 2],
		["no more than cores", {}, 16, 4],
		["no more than whole cores", { cores: 2.5 }, 4, 2],
		["one on a part of a core", { cores: 0.25 }, 4, 1],
		// 256 × 0.8 − 150 MiB leave room for 2 × 19 MiB.
		["as many as fit", { memory: 256 * MIB }, 4, 2],
		["one where none fits", { memory: 100 * MIB }, 4, 1],
	];
	for (const [name, differing, set, threads] of cases) {
		it(`is ${name}`, () => assert.equal(threadsToPropose({ ...room, ...differing }, set), threads));
	}
});
