import {
	type HashCost,
	isSameCost,
	leastPasses,
	MOST_PASSES,
	RUNGS,
	strongest,
	type Trial,
} from "./hash-cost.ts";

export interface TrialLimits {
	/** Milliseconds that a hash may take. */
	target: number;
	/** KiB that one thread may have. */
	mostMemory: number;
}

/**
 * What to measure next on the way to the strongest cost within the target; null when it is known. First each amount of
 * memory with as few passes as it may have, then the strongest that these let expect, until one holds what they promised.
 */
export function nextTrial(trials: Trial[], { target, mostMemory }: TrialLimits): HashCost | null {
	const reachable: number[] = [];
	for (const memory of RUNGS) {
		if (memory > mostMemory && memory !== RUNGS[0]) break;
		const cheapest = { memory, passes: leastPasses(memory) };
		const found = trials.find((each) => isSameCost(each, cheapest));
		if (found === undefined) return cheapest;
		// More memory would only take longer.
		if (found.milliseconds > target) break;
		reachable.push(memory);
	}
	const expected = strongest(reachable.map((memory) => mostWithin(trials, memory, target)));
	return expected === null || trials.some((each) => isSameCost(each, expected)) ? null : expected;
}

/** As many passes as should fit, by the measured ones; time grows evenly with them. */
function mostWithin(trials: Trial[], memory: number, target: number): HashCost {
	const known = trials
		.filter((each) => each.memory === memory)
		.sort((one, other) => one.passes - other.passes);
	const tooMany = known.find((each) => each.milliseconds > target)?.passes ?? MOST_PASSES + 1;
	const surest = known.findLast((each) => each.passes < tooMany);
	if (surest === undefined) return { memory, passes: leastPasses(memory) };
	const fitting = Math.floor((target * surest.passes) / surest.milliseconds);
	return { memory, passes: Math.max(surest.passes, Math.min(fitting, tooMany - 1)) };
}
