/**
 * Measures what this machine can do with the given settings, and what better settings would be. Changes nothing: the
 * database that it needs is a temporary one.
 */
import type { Config } from "../../platform/config/config.ts";
import type { Clock } from "../../platform/lib/clock.ts";
import type { Random } from "../../platform/lib/random.ts";
import { lookAtMachine } from "./look-at-machine.ts";
import { measureChecks } from "./measure-checks.ts";
import { measurePresentHashing, measureTrials } from "./measure-hashing.ts";
import { fits, memoryForHashing, propose, threadsToPropose } from "./propose.ts";
import { startThrowAwayService } from "./start-throw-away-service.ts";
import { whatItHolds } from "./what-it-holds.ts";

/** Milliseconds for each measurement. */
const durations = {
	thorough: { warmUp: 600, checks: 1500, alone: 1000, busy: 2000, trial: 400, trials: 7000 },
	quick: { warmUp: 150, checks: 250, alone: 100, busy: 250, trial: 60, trials: 1000 },
};

export type Capacity = Awaited<ReturnType<typeof measureCapacity>>;

interface Options {
	config: Config;
	/** Milliseconds that a hash may take. */
	target: number;
	quick: boolean;
	/** Only differences count. */
	clock: Clock;
	random: Random;
	progress(doing: string): void;
}

/** Times in milliseconds, rates per second, sizes in bytes; memory of a hash in KiB, as in the settings. */
export async function measureCapacity({ config, target, quick, clock, random, progress }: Options) {
	const lasting = quick ? durations.quick : durations.thorough;
	const machine = lookAtMachine();
	const { checks, resident } = await measureService(config, lasting, { clock, progress });
	const room = { ...machine, resident };

	progress("hashing with the present settings");
	const {
		hashMemory: memory,
		hashPasses: passes,
		hashParallelism: parallelism,
		hashThreads: threads,
	} = config;
	const cost = { memory, passes, parallelism };
	const { alone, busy, coresUsed } = await measurePresentHashing({ parameters: cost, threads }, lasting, {
		clock,
		random,
	});

	progress("hashing with other settings");
	const mayHave = threadsToPropose(room, threads);
	const mostMemory = memoryForHashing(room) / 1024 / mayHave;
	const limits = { target, mostMemory, threads: mayHave };
	const trials = await measureTrials(
		limits,
		{ trial: lasting.trial, all: lasting.trials },
		{ clock, random },
	);
	const present = { ...cost, threads, milliseconds: busy.milliseconds };
	const proposal = propose({ target, room, present, trials });

	const slower = Math.min(checks.cookie, checks.bearer);
	const holds = (hashes: number, of: { threads: number; memory: number }) => ({
		...whatItHolds({ hashes, threads: of.threads, checks: slower }, config),
		hashingMemory: of.threads * of.memory * 1024,
		memoryCeiling: resident + of.threads * of.memory * 1024,
		fits: fits(of, room),
	});
	const proposedRate = (proposal.threads * 1000) / proposal.milliseconds;
	return {
		machine,
		quick,
		target,
		resident,
		checks: { ...checks, database: "sqlite" as const },
		present: {
			...cost,
			threads,
			millisecondsAlone: alone.milliseconds,
			milliseconds: busy.milliseconds,
			hashesPerSecond: busy.perSecond,
			coresUsed,
			holds: holds(busy.perSecond, present),
		},
		proposal: { ...proposal, hashesPerSecond: proposedRate, holds: holds(proposedRate, proposal) },
		trials,
		limits: {
			hashQueue: config.hashQueue,
			hashDeadline: config.hashDeadline,
			addressFailures: config.addressFailures,
			failureWindow: config.failureWindow,
		},
	};
}

/** Resident memory after the work, which is more than that of a service nobody has used. */
async function measureService(
	config: Config,
	lasting: { warmUp: number; checks: number },
	{ clock, progress }: Pick<Options, "clock" | "progress">,
) {
	await using opened = new AsyncDisposableStack();
	progress("starting a service on a temporary database");
	const service = await startThrowAwayService(config);
	opened.defer(service.stop);
	progress("credential checks");
	const { warmUp, checks: duration } = lasting;
	const checks = await measureChecks(service, { warmUp, duration }, clock);
	return { checks, resident: await service.resident() };
}
