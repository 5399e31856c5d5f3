import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { calibrate, type HashCost, isBelowFloor, strongest, type Trial, work } from "./calibrate.ts";

type Machine = (cost: HashCost) => number;
const MOST = { memory: 262_144, passes: 16 };

const search = (machine: Machine, limits: { target: number; mostMemory: number }, timeIsUp = () => false) =>
	calibrate({ ...limits, timeIsUp }, async (cost) => machine(cost));

const found = (trials: Trial[], target: number) =>
	strongest(trials.filter(({ milliseconds }) => milliseconds <= target));

/** KiB in a millisecond. */
const steady =
	(speed: number): Machine =>
	(cost) =>
		work(cost) / speed;

describe("the search for the strongest hashing within a target", () => {
	for (const speed of [400, 1000, 2500, 7000, 30_000]) {
		it(`uses most of the time at ${speed} KiB a millisecond, and no more`, async () => {
			for (const target of [50, 100, 333, 1000]) {
				const trials = await search(steady(speed), { target, mostMemory: MOST.memory });
				const best = found(trials, target);
				const affordable = Math.min(speed * target, work(MOST));
				if (affordable < 38_912) assert.equal(best, null);
				else assert.ok(best !== null && work(best) >= affordable * 0.75, JSON.stringify([target, best]));
				assert.ok(trials.length <= 12, "within a few trials");
			}
		});
	}

	it("starts with the cheapest, and stops there when that takes too long", async () => {
		assert.deepEqual(await search(steady(100), { target: 100, mostMemory: MOST.memory }), [
			{ memory: 19_456, passes: 2, milliseconds: 389.12 },
		]);
	});

	it("never tries anything below the floor or beyond what the settings take", async () => {
		const trials = await search(() => 1, { target: 1000, mostMemory: Number.POSITIVE_INFINITY });
		for (const cost of trials)
			assert.ok(!isBelowFloor(cost) && work(cost) <= work(MOST), JSON.stringify(cost));
		assert.deepEqual(found(trials, 1000), { ...MOST, milliseconds: 1 });
	});

	it("takes more passes where there is little memory", async () => {
		const best = found(await search(steady(2000), { target: 100, mostMemory: 30_000 }), 100);
		assert.deepEqual([best?.memory, best?.passes], [19_456, 10]);
	});

	it("tries the cheapest even where there is no memory at all", async () => {
		const [first] = await search(steady(2000), { target: 100, mostMemory: 0 });
		assert.equal(first?.memory, 19_456);
	});

	it("goes back when a cost does not hold what cheaper ones promised", async () => {
		const slowsDown: Machine = (cost) => (work(cost) / 2000) * (cost.passes > 2 ? 1.5 : 1);
		const best = found(await search(slowsDown, { target: 100, mostMemory: MOST.memory }), 100);
		assert.ok(best !== null && best.milliseconds <= 100 && best.milliseconds > 75, JSON.stringify(best));
	});

	it("measures the least cost alone when the time is up", async () => {
		const trials = await search(steady(2000), { target: 100, mostMemory: MOST.memory }, () => true);
		assert.deepEqual(
			trials.map(({ memory }) => memory),
			[19_456],
		);
	});

	it("ends on a machine whose times mean nothing", async () => {
		for (let seed = 1; seed <= 50; seed++) {
			let state = seed;
			const noise = () => {
				state = (state * 48_271) % 2_147_483_647;
				return 1 + (state % 200);
			};
			await search(noise, { target: 100, mostMemory: MOST.memory });
		}
	});
});

describe("the stronger of two hash costs", () => {
	it("is the one with more work, and among equals the one with more memory", () => {
		const most = { memory: 65_536, passes: 3 };
		assert.deepEqual(strongest([{ memory: 131_072, passes: 1 }, most]), most);
		const larger = { memory: 196_608, passes: 1 };
		assert.deepEqual(strongest([{ memory: 19_456, passes: 11 }, larger]), larger);
		assert.equal(strongest([]), null);
	});

	it("meets the floor with any row of ASVS 11.4.2", () => {
		const below = [
			[19_455, 2],
			[47_103, 1],
			[12_287, 3],
			[64, 16],
		] as const;
		for (const [memory, passes] of below) assert.ok(isBelowFloor({ memory, passes }), `${memory} ${passes}`);
		const sound = [
			[19_456, 2],
			[47_104, 1],
			[12_288, 3],
			[65_536, 3],
		] as const;
		for (const [memory, passes] of sound) assert.ok(!isBelowFloor({ memory, passes }), `${memory} ${passes}`);
	});
});
