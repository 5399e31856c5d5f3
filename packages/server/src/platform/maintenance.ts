/** Work that happens without a request. Every instance may do it. */
export interface MaintenanceTask {
	run(): Promise<void>;
	/** Milliseconds between two runs on a timer of its own. Without it, the task is part of each round, every half minute. */
	every?: number;
	/** Runs beside the rounds, as often as they begin: it may take longer than many of them, and its failure is not theirs. */
	apart?: boolean;
	/** Also at the start, before the first round. */
	atStart?: boolean;
	/** At the stop, before its run is waited for: it should come to an end. */
	hurry?(): void;
	/** At the stop, the last task first. */
	stop?(): Promise<void>;
}

export type Maintenance = ReturnType<typeof createMaintenance>;

const ROUND = 30_000;

export function createMaintenance(
	tasks: readonly MaintenanceTask[],
	log: { error(detail: object, message: string): void },
) {
	const inRound = tasks.filter(({ every, apart }) => every === undefined && !apart);
	let timers: NodeJS.Timeout[] = [];
	let running: Promise<void> = Promise.resolve();
	let isStopping = false;
	const beside = tasks
		.filter(({ every, apart }) => every !== undefined || apart)
		.map(({ run, every = ROUND, ...task }) => ({ ...task, every, ...createRepeated(run, logFailure) }));

	function logFailure(err: unknown): void {
		log.error({ err }, "maintenance failed");
	}

	/** The tasks one after the other. The first that fails ends it, and so does the stop. */
	async function inOrder(): Promise<void> {
		for (const task of inRound) if (!isStopping) await task.run();
	}

	function afterThat(work: () => Promise<void>): void {
		running = running.then(work).catch(logFailure);
	}

	const settled = (some: typeof beside) => Promise.all(some.map((task) => task.settled()));

	return {
		/** One round, to the end of what it has begun. */
		async run(): Promise<void> {
			const apart = beside.filter((task) => task.apart);
			for (const { begin } of apart) begin();
			await inOrder().finally(() => settled(apart));
		},
		start(): void {
			isStopping = false;
			for (const task of inRound) if (task.atStart) afterThat(task.run);
			for (const task of beside) if (task.atStart) task.begin();
			timers = [
				setInterval(() => afterThat(inOrder), ROUND),
				...beside.map(({ begin, every }) => setInterval(begin, every)),
			];
			for (const timer of timers) timer.unref();
		},
		async stop(): Promise<void> {
			for (const timer of timers) clearInterval(timer);
			isStopping = true;
			for (const task of tasks) task.hurry?.();
			await running;
			await settled(beside);
			await using stops = new AsyncDisposableStack();
			for (const { stop } of tasks) if (stop !== undefined) stops.defer(stop);
		},
	};
}

/** Work that never overlaps itself, with one line in the log for each time in which it fails. */
function createRepeated(work: () => Promise<void>, logFailure: (error: unknown) => void) {
	let running: Promise<void> | null = null;
	let fails = false;

	async function once(): Promise<void> {
		try {
			await work();
			fails = false;
		} catch (error) {
			if (!fails) logFailure(error);
			fails = true;
		}
	}

	return {
		begin() {
			running ??= once().finally(() => {
				running = null;
			});
		},
		settled: async () => running,
	};
}
