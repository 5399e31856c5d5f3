import {
	createPasswordHasher,
	type HashParameters,
	type PasswordHasher,
} from "../../identity/password/hash.ts";
import type { Clock } from "../../platform/lib/clock.ts";
import { type Random, randomSecret } from "../../platform/lib/random.ts";
import type { HashCost, Trial } from "./hash-cost.ts";
import { nextTrial, type TrialLimits } from "./next-trial.ts";

export interface Pace {
	/** Hashes per second. */
	perSecond: number;
	/** Of one hash, the median. */
	milliseconds: number;
}

export interface HashingPace {
	/** One hash at a time. */
	alone: Pace;
	/** Every thread has one. */
	busy: Pace;
	/** Cores that hashing was given meanwhile; fewer than its threads could use when other programs wanted them. */
	coresUsed: number;
}

interface Surroundings {
	/** Only differences count. */
	clock: Clock;
	random: Random;
}

/** A login verifies, so this verifies, in the threads of the service. Durations in milliseconds; a hash is always finished. */
export async function measurePresentHashing(
	{ parameters, threads }: { parameters: HashParameters; threads: number },
	durations: { alone: number; busy: number },
	{ clock, random }: Surroundings,
): Promise<HashingPace> {
	await using opened = new AsyncDisposableStack();
	const hasher = await startPool(parameters, threads, opened);
	const password = randomSecret(random);
	const stored = await hasher.hash(password);
	const verify = () => hasher.verify(stored, password);
	const alone = await pace(verify, { at: 1, duration: durations.alone, clock });
	const began = clock();
	const before = process.cpuUsage();
	const busy = await pace(verify, { at: threads, duration: durations.busy, clock });
	const { user, system } = process.cpuUsage(before);
	return { alone, busy, coresUsed: (user + system) / 1000 / (clock() - began) };
}

/**
 * Measures one cost after another until the strongest within the target is known or the time is used up; the cheapest is
 * always among them. All in one pool: its own hashes cost nothing, so a foreign stored hash costs exactly what it says.
 */
export async function measureTrials(
	limits: TrialLimits & { threads: number },
	durations: { trial: number; all: number },
	{ clock, random }: Surroundings,
): Promise<Trial[]> {
	await using opened = new AsyncDisposableStack();
	const { threads } = limits;
	const hasher = await startPool({ memory: 8, passes: 1, parallelism: 1 }, threads, opened);
	const trials: Trial[] = [];
	const end = clock() + durations.all;
	for (let cost = nextTrial(trials, limits); cost !== null; cost = nextTrial(trials, limits)) {
		const stored = madeUpHash(cost, random);
		const verify = () => hasher.verify(stored, "anything");
		const { milliseconds } = await pace(verify, { at: threads, duration: durations.trial, clock });
		trials.push({ ...cost, milliseconds });
		if (clock() >= end) break;
	}
	return trials;
}

async function startPool(
	parameters: HashParameters,
	threads: number,
	opened: AsyncDisposableStack,
): Promise<PasswordHasher> {
	// Nothing ever waits here: there are never more hashes than threads.
	const hasher = createPasswordHasher({ threads, parameters, queueLimit: threads, deadline: 60_000 });
	opened.defer(hasher.close);
	await hasher.ready();
	return hasher;
}

/** Keeps so many hashes under way. The rate follows from the time of one, since no thread ever rests. */
async function pace(
	hash: () => Promise<unknown>,
	{ at, duration, clock }: { at: number; duration: number; clock: Clock },
): Promise<Pace> {
	const times: number[] = [];
	const end = clock() + duration;
	const oneAfterAnother = async (): Promise<void> => {
		do {
			const began = clock();
			await hash();
			times.push(clock() - began);
		} while (clock() < end);
	};
	await Promise.all(Array.from({ length: at }, oneAfterAnother));
	const mean = times.reduce((sum, each) => sum + each, 0) / times.length;
	times.sort((one, other) => one - other);
	return { perSecond: (at * 1000) / mean, milliseconds: times[Math.floor(times.length / 2)] ?? mean };
}

/** PHC string that no password matches. */
function madeUpHash({ memory, passes }: HashCost, random: Random): string {
	const base64 = (size: number): string => random(size).toString("base64").replace(/=+$/, "");
	return `$argon2id$v=19$m=${memory},t=${passes},p=1$${base64(16)}$${base64(32)}`;
}
