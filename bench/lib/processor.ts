/** Processor time and memory of other processes: from /proc, so Linux only. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { sumOf } from "./statistics.ts";

/** Seconds since the start: on a processor, and ready to run while others had all of them. */
type ProcessorTime = Record<"ran" | "waited", number>;

const NS_PER_SECOND = 1e9;
/** Of /proc/stat, the same on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

/** Of the threads of a process, by name; the first thread is always called "main". */
export function threadTimes(pid: number): Map<string, ProcessorTime> {
	const times = new Map<string, ProcessorTime>();
	for (const thread of readdirSync(`/proc/${pid}/task`)) {
		const folder = `/proc/${pid}/task/${thread}`;
		try {
			const name = thread === String(pid) ? "main" : readFileSync(`${folder}/comm`, "utf8").trim();
			const [ran = 0, waited = 0] = readFileSync(`${folder}/schedstat`, "utf8").split(" ").map(Number);
			const sum = times.get(name) ?? { ran: 0, waited: 0 };
			times.set(name, { ran: sum.ran + ran / NS_PER_SECOND, waited: sum.waited + waited / NS_PER_SECOND });
		} catch (error) {
			// It has ended since it was listed.
			if (!["ENOENT", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
		}
	}
	return times;
}

export const total = (times: readonly ProcessorTime[]): ProcessorTime => ({
	ran: sumOf(times.map(({ ran }) => ran)),
	waited: sumOf(times.map(({ waited }) => waited)),
});

export const processTime = (pid: number): ProcessorTime => total([...threadTimes(pid).values()]);

/** Of all processors together: seconds busy, and seconds that the host gave to other guests. */
export function machineTime(): { busy: number; stolen: number } {
	const [first = ""] = readFileSync("/proc/stat", "utf8").split("\n", 1);
	const [, user = 0, nice = 0, system = 0, , , irq = 0, softIrq = 0, stolen = 0] = first
		.split(/\s+/)
		.map((ticks) => Number(ticks) / TICKS_PER_SECOND);
	return { busy: user + nice + system + irq + softIrq, stolen };
}

/** Resident memory in MB: now, and the most since the start or `forgetPeak`. */
export function memoryOf(pid: number): { resident: number; peak: number } {
	const status = readFileSync(`/proc/${pid}/status`, "utf8");
	const of = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)?.[1]) / 1024;
	return { resident: of("VmRSS"), peak: of("VmHWM") };
}

export const forgetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, "5");
