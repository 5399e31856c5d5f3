/** Finds the strongest argon2id hash (one lane) within a target time. */
export interface HashCost {
	/** KiB. */
	memory: number;
	passes: number;
}

export interface Trial extends HashCost {
	/** Of one hash, while every thread hashes. */
	milliseconds: number;
}

/** The floor (ASVS 5.0 appendix C to 11.4.2, OWASP password storage). */
const FLOOR: HashCost[] = [
	{ memory: 47_104, passes: 1 },
	{ memory: 19_456, passes: 2 },
	{ memory: 12_288, passes: 3 },
];

/** The cheapest cost that is ever proposed; a slow machine gets it however long it takes. */
export const LEAST_PROPOSED: HashCost = { memory: 19_456, passes: 2 };
/** The fewest passes for each amount of memory, up to the most that the setting takes. */
const CHEAPEST: HashCost[] = [
	LEAST_PROPOSED,
	...[47_104, 65_536, 98_304, 131_072, 196_608, 262_144].map((memory) => ({ memory, passes: 1 })),
];
const MOST_PASSES = 16;

interface Limits {
	/** Milliseconds that a hash may take. */
	target: number;
	/** KiB for one thread. */
	mostMemory: number;
	timeIsUp(): boolean;
}

/**
 * Measures each amount of memory with as few passes as possible, then the strongest cost that these lead to expect, until
 * one keeps the target. LEAST_PROPOSED is always measured. `time` resolves to milliseconds.
 */
export async function calibrate(
	{ target, mostMemory, timeIsUp }: Limits,
	time: (cost: HashCost) => Promise<number>,
): Promise<Trial[]> {
	const trials: Trial[] = [];
	/** By memory, the most passes that should fit; time grows evenly with them. */
	let expected: HashCost[] = [];
	for (const cost of CHEAPEST) {
		if (trials.length > 0 && (cost.memory > mostMemory || timeIsUp())) break;
		const milliseconds = await time(cost);
		trials.push({ ...cost, milliseconds });
		if (milliseconds > target) break;
		const passes = Math.floor((target * cost.passes) / milliseconds);
		expected.push({ ...cost, passes: Math.min(MOST_PASSES, passes) });
	}
	for (;;) {
		const cost = strongest(expected);
		if (cost === null || trials.some((trial) => isSameCost(trial, cost)) || timeIsUp()) return trials;
		const milliseconds = await time(cost);
		trials.push({ ...cost, milliseconds });
		if (milliseconds <= target) return trials;
		const least = CHEAPEST.find(({ memory }) => memory === cost.memory)?.passes ?? 1;
		const fewer = Math.min(cost.passes - 1, Math.floor((target * cost.passes) / milliseconds));
		expected = expected.map((each) => (each === cost ? { ...cost, passes: Math.max(least, fewer) } : each));
	}
}

export function isBelowFloor({ memory, passes }: HashCost): boolean {
	return !FLOOR.some((least) => memory >= least.memory && passes >= least.passes);
}

export function isSameCost(one: HashCost, other: HashCost): boolean {
	return one.memory === other.memory && one.passes === other.passes;
}

/** KiB that one guess moves through memory, which is what limits a graphics card. */
export function work({ memory, passes }: HashCost): number {
	return memory * passes;
}

/** The most work. Where it is within a tenth, more memory wins: special hardware pays for memory (RFC 9106 section 4). */
export function strongest<Cost extends HashCost>(costs: Cost[]): Cost | null {
	const most = Math.max(...costs.map(work));
	const close = costs.filter((cost) => work(cost) >= most * 0.9);
	return close.sort((one, other) => other.memory - one.memory || other.passes - one.passes)[0] ?? null;
}
