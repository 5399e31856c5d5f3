import { readFileSync } from "node:fs";
import { availableParallelism, totalmem } from "node:os";
import { readCpuQuota } from "./cpu-quota.ts";

export interface Machine {
	/** Cores that this process may use: all of the machine, or what its container grants, perhaps a part of one. */
	cores: number;
	/** null: the machine's own cores are the limit. */
	cpuQuota: number | null;
	/** Bytes: of the machine, or of its container. */
	memory: number;
	/** Whether a container allows less memory than the machine has. */
	memoryConstrained: boolean;
}

export function lookAtMachine(): Machine {
	const cpuQuota = readCpuQuota(readText);
	const cores = availableParallelism();
	const memory = totalmem();
	const limit = process.constrainedMemory();
	const memoryConstrained = limit > 0 && limit < memory;
	return {
		cores: cpuQuota === null ? cores : Math.min(cores, cpuQuota),
		cpuQuota,
		memory: memoryConstrained ? limit : memory,
		memoryConstrained,
	};
}

function readText(path: string): string | null {
	try {
		return readFileSync(path, "utf8");
	} catch {
		return null;
	}
}
