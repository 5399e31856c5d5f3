/** What an argon2id hash with one lane costs, and which costs are worth proposing. */
export interface HashCost {
	/** KiB. */
	memory: number;
	passes: number;
}

/** A cost and the time of one hash in milliseconds, while every thread hashes. */
export interface Trial extends HashCost {
	milliseconds: number;
}

/** The least that may stand (ASVS 5.0 appendix C to 11.4.2, OWASP password storage): so much memory for so many passes. */
const FLOOR: HashCost[] = [
	{ memory: 47_104, passes: 1 },
	{ memory: 19_456, passes: 2 },
	{ memory: 12_288, passes: 3 },
];

/** The memory that is tried: from the least that is proposed to the most that the setting takes. */
export const RUNGS = [19_456, 47_104, 65_536, 98_304, 131_072, 196_608, 262_144] as const;
export const MOST_PASSES = 16;

/** The cheapest that is ever proposed; what a small machine gets, however long it takes. */
export const LEAST_PROPOSED: HashCost = { memory: RUNGS[0], passes: leastPasses(RUNGS[0]) };

export function leastPasses(memory: number): number {
	return memory >= 47_104 ? 1 : 2;
}

export function isBelowFloor({ memory, passes }: HashCost): boolean {
	return !FLOOR.some((least) => memory >= least.memory && passes >= least.passes);
}

export function isSameCost(one: HashCost, other: HashCost): boolean {
	return one.memory === other.memory && one.passes === other.passes;
}

/** KiB that one guess moves through memory: what limits a graphics card, and what the rows of the floor have in common. */
export function work({ memory, passes }: HashCost): number {
	return memory * passes;
}

/** Costs that close count as equal; then more memory wins, since it is what special hardware pays for (RFC 9106 section 4). */
const CLOSE = 0.9;

export function strongest<Cost extends HashCost>(costs: Cost[]): Cost | null {
	const most = Math.max(...costs.map(work));
	const close = costs.filter((cost) => work(cost) >= most * CLOSE);
	return close.sort((one, other) => other.memory - one.memory || other.passes - one.passes)[0] ?? null;
}
