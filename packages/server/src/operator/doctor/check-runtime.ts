import { totalmem } from "node:os";
import type { Config } from "../../platform/config/config.ts";
import { descriptorLimit, RESERVED_DESCRIPTORS } from "../../platform/lib/descriptor-limit.ts";
import { type Check, failed, ok, warning } from "./check.ts";

/** Checks the runtime, the memory for hashing, and the open-file limit for connections. */
export function checkRuntime({ hashThreads, hashMemory, connections }: Config): Check[] {
	const [major = 0] = process.versions.node.split(".").map(Number);
	const node =
		major < 24
			? failed("node", `Node ${process.versions.node} is too old`, "Run it with Node 24 or later.")
			: ok("node", `Node ${process.versions.node}`);
	const limit = process.constrainedMemory();
	const memory = limit > 0 && limit < totalmem() ? limit : totalmem();
	const ceiling = hashThreads * hashMemory * 1024;
	const fact = `hashing takes at most ${mebibytes(ceiling)} of ${mebibytes(memory)}: ${hashThreads} threads`;
	const advice = "Set SALLYPORT_HASH_THREADS lower, or give the machine more memory.";
	return [
		node,
		ceiling > memory / 2 ? warning("memory", fact, advice) : ok("memory", fact),
		...checkConnections(connections, descriptorLimit()),
	];
}

/** The limit of this process; a service manager may set another one. */
export function checkConnections(connections: number, descriptors: number | null): Check[] {
	if (descriptors === null) return [];
	const fact = `${connections} connections, with ${descriptors} open files allowed here`;
	const advice =
		"Raise the limit (LimitNOFILE, ulimit -n), or lower SALLYPORT_CONNECTIONS: the service takes fewer.";
	const fits = connections + RESERVED_DESCRIPTORS <= descriptors;
	return [fits ? ok("connections", fact) : warning("connections", fact, advice)];
}

export function mebibytes(bytes: number): string {
	const mebi = bytes / 1_048_576;
	return mebi < 10_240 ? `${Math.round(mebi)} MiB` : `${Math.round(mebi / 1024)} GiB`;
}
