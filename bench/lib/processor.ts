/** Who had the processors: from /proc, so Linux only. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

/** Seconds since the start: on a processor, and ready to run while others had all of them. */
export interface ProcessorTime {
	ran: number;
	waited: number;
}

const NS_PER_SECOND = 1e9;
/** Of /proc/stat, the same on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

/** Of the threads of a process that live now, by name; the first thread is always called "main". */
export function threadTimes(pid: number): Map<string, ProcessorTime> {
	const times = new Map<string, ProcessorTime>();
	for (const thread of readdirSync(`/proc/${pid}/task`)) {
		const found = timesOf(pid, thread);
		if (found === null) continue;
		const { name, ran, waited } = found;
		const sum = times.get(name) ?? { ran: 0, waited: 0 };
		times.set(name, { ran: sum.ran + ran, waited: sum.waited + waited });
	}
	return times;
}

/** null: it has ended since it was listed. */
function timesOf(pid: number, thread: string): ({ name: string } & ProcessorTime) | null {
	const folder = `/proc/${pid}/task/${thread}`;
	try {
		const name = thread === String(pid) ? "main" : readFileSync(`${folder}/comm`, "utf8").trim();
		const [ran = 0, waited = 0] = readFileSync(`${folder}/schedstat`, "utf8").split(" ").map(Number);
		return { name, ran: ran / NS_PER_SECOND, waited: waited / NS_PER_SECOND };
	} catch (error) {
		if (["ENOENT", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "")) return null;
		throw error;
	}
}

export function processTime(pid: number): ProcessorTime {
	const sum = { ran: 0, waited: 0 };
	for (const { ran, waited } of threadTimes(pid).values()) {
		sum.ran += ran;
		sum.waited += waited;
	}
	return sum;
}

/** Of the whole machine, all processors together: seconds busy, and seconds that its host gave to others. */
export function machineTime(): { busy: number; stolen: number } {
	const [, user = 0, nice = 0, system = 0, , , irq = 0, softIrq = 0, stolen = 0] = (
		readFileSync("/proc/stat", "utf8").split("\n", 1)[0] ?? ""
	)
		.split(/\s+/)
		.map(Number);
	return {
		busy: (user + nice + system + irq + softIrq) / TICKS_PER_SECOND,
		stolen: stolen / TICKS_PER_SECOND,
	};
}

/** Most memory that was resident since the last call, in MB. */
export function takePeakMemory(pid: number): number {
	const status = readFileSync(`/proc/${pid}/status`, "utf8");
	writeFileSync(`/proc/${pid}/clear_refs`, "5");
	return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}
