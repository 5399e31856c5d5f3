import { readFileSync } from "node:fs";
import { availableParallelism, totalmem } from "node:os";

/** What this process may use of the machine or of its container. Memory in bytes. */
export function inspectMachine() {
	const cpuQuota = readCpuQuota(readText);
	const limit = process.constrainedMemory();
	const memoryConstrained = limit > 0 && limit < totalmem();
	return {
		cores: Math.min(availableParallelism(), cpuQuota ?? Number.POSITIVE_INFINITY),
		cpuQuota,
		memory: memoryConstrained ? limit : totalmem(),
		memoryConstrained,
	};
}

/**
 * Cores that the control group grants (version 2), such as 0.5; null without a limit. Node reports whole cores, and all
 * cores of the machine when less than one is granted.
 */
export function readCpuQuota(read: (path: string) => string | null): number | null {
	const group = /^0::(.*)$/m.exec(read("/proc/self/cgroup") ?? "")?.[1] ?? "";
	const names = group.split("/").filter((name) => name !== "");
	// The limits of the groups above hold too.
	const quotas = ["", ...names].map((_, depth) => {
		const folder = ["/sys/fs/cgroup", ...names.slice(0, depth)].join("/");
		const [granted = "", period = ""] = read(`${folder}/cpu.max`)?.split(" ") ?? [];
		return Number(granted) / Number(period);
	});
	const granted = quotas.filter((cores) => cores > 0 && Number.isFinite(cores));
	return granted.length === 0 ? null : Math.min(...granted);
}

function readText(path: string): string | null {
	try {
		return readFileSync(path, "utf8");
	} catch {
		return null;
	}
}
