import { execFileSync } from "node:child_process";
import { availableParallelism } from "node:os";

let usable: boolean | undefined;

/** Whether programs can be given processors of their own: by taskset of util-linux, where there are two. */
export function canPin(): boolean {
	if (usable === undefined) {
		try {
			execFileSync("taskset", ["-p", String(process.pid)], { stdio: "ignore" });
			usable = availableParallelism() >= 2;
		} catch {
			usable = false;
		}
	}
	return usable;
}

/** All threads of a process, and those that they start, on one processor; nothing where that cannot be done. */
export function pin(pid: number, processor: number): void {
	if (canPin())
		execFileSync("taskset", ["-a", "-c", "-p", String(processor), String(pid)], { stdio: "ignore" });
}

export function unpin(pid: number): void {
	if (canPin())
		execFileSync("taskset", ["-a", "-c", "-p", `0-${availableParallelism() - 1}`, String(pid)], {
			stdio: "ignore",
		});
}
