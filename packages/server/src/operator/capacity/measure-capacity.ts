/** Measures how fast this machine hashes with the given settings, and which settings would be better. Changes nothing. */
import type { Config } from "../../platform/config/config.ts";
import { calibrate } from "./calibrate.ts";
import { inspectMachine } from "./machine.ts";
import { fits, memoryForHashing, propose, threadsToPropose } from "./propose.ts";
import { createHashTimer } from "./time-hashes.ts";

/** Milliseconds for each measurement. */
const durations = {
	thorough: { alone: 1000, busy: 2000, trial: 400, trials: 7000 },
	quick: { alone: 100, busy: 250, trial: 60, trials: 1000 },
};

/** Bytes that a service takes besides its hashing threads: measured after 10,000 checks of credentials. */
const RESIDENT = 160 * 1_048_576;

export type Capacity = Awaited<ReturnType<typeof measureCapacity>>;

interface Options {
	config: Config;
	/** Milliseconds that a hash may take. */
	target: number;
	quick: boolean;
	progress(step: string): void;
}

/** Times in milliseconds, sizes in bytes; memory of a hash in KiB, as in the settings. */
export async function measureCapacity({ config, target, quick, progress }: Options) {
	const duration = quick ? durations.quick : durations.thorough;
	const machine = inspectMachine();
	const room = { ...machine, resident: RESIDENT };

	progress("hashing with the present settings");
	const { hashMemory: memory, hashPasses: passes, hashParallelism: parallelism } = config;
	const cost = { memory, passes, parallelism };
	const threads = config.hashThreads;
	await using timer = await createHashTimer(threads);
	const millisecondsAlone = await timer.time(cost, { atOnce: 1, duration: duration.alone });
	const [began, before] = [performance.now(), process.cpuUsage()];
	const milliseconds = await timer.time(cost, { atOnce: threads, duration: duration.busy });
	const { user, system } = process.cpuUsage(before);
	const coresUsed = (user + system) / 1000 / (performance.now() - began);

	progress("hashing with other settings");
	const atOnce = threadsToPropose(room, threads);
	const mostMemory = memoryForHashing(room) / 1024 / atOnce;
	const end = performance.now() + duration.trials;
	const trials = await calibrate({ target, mostMemory, timeIsUp: () => performance.now() >= end }, (trial) =>
		timer.time(trial, { atOnce, duration: duration.trial }),
	);
	const current = { ...cost, threads, milliseconds };
	const proposal = propose({ target, room, current, trials });

	const rate = (of: { threads: number; milliseconds: number; memory: number }) => {
		// A login costs one hash.
		const loginsPerSecond = (of.threads * 1000) / of.milliseconds;
		const hashingMemory = of.threads * of.memory * 1024;
		const memoryCeiling = RESIDENT + hashingMemory;
		return {
			hashesPerSecond: loginsPerSecond,
			holds: {
				loginsPerSecond,
				loginsPerHour: loginsPerSecond * 3600,
				hashingMemory,
				memoryCeiling,
				fits: fits(of, room),
			},
		};
	};
	return {
		machine,
		quick,
		target,
		resident: RESIDENT,
		present: { ...current, millisecondsAlone, coresUsed, ...rate(current) },
		proposal: { ...proposal, ...rate(proposal) },
		trials,
	};
}
