import type { JobQueue } from "./job-queue.ts";

/** One part in so many of the late jobs is refused in each turn of the event loop (docs/decisions/0038). */
const SLICES = 16;

/** Rejects the jobs of a queue that have not begun by their deadline. */
export function createLateJobs<Job>(
	queue: Pick<JobQueue<Job>, "takeLate" | "timeToDeadline">,
	reject: (job: Job) => void,
) {
	/** Out of the queue, and about to be rejected. */
	const late: Job[] = [];
	let alarm: NodeJS.Timeout | undefined;

	function refuse(): void {
		const isUnderWay = late.length > 0;
		late.push(...queue.takeLate());
		if (!isUnderWay && late.length > 0) setImmediate(refuseSome);
	}

	/** All in one turn would keep checks waiting; one in each would be too few in a greater flood. */
	function refuseSome(): void {
		for (const job of late.splice(0, Math.ceil(late.length / SLICES))) reject(job);
		if (late.length > 0) setImmediate(refuseSome);
	}

	/** Usually the end of a job finds the late ones; the alarm is for when none ends in time. */
	function setAlarm(): void {
		clearTimeout(alarm);
		const wait = queue.timeToDeadline();
		if (wait === null) return;
		alarm = setTimeout(() => {
			refuse();
			setAlarm();
		}, wait + 1);
	}

	return { refuse, setAlarm, takeAll: () => late.splice(0) };
}
