/**
 * Whether the machine itself halts: a program that touches 16 MB of its own memory again and again, which asks nothing of any
 * other. On virtual machines it sometimes takes a hundred times the processor time, as everything else does then.
 */
import { setTimeout as rest } from "node:timers/promises";
import type { Halt } from "./halts.ts";

const PAGE = 4096;
/** Milliseconds. */
const EVERY = 20;
/** Milliseconds of processor time; usually it is a tenth of one. */
const HALTED = 4;

const memory = Buffer.alloc(16 << 20, 1);

function processorTime(): number {
	const { user, system } = process.threadCpuUsage();
	return (user + system) / 1000;
}

/** Resolves to the halts, after `duration` milliseconds. */
export async function watch({ duration }: { duration: number }): Promise<Halt[]> {
	const halts: Halt[] = [];
	const end = performance.now() + duration;
	while (performance.now() < end) {
		const before = processorTime();
		for (let at = 0; at < memory.length; at += PAGE) memory.writeUInt8(1, at);
		const took = processorTime() - before;
		if (took > HALTED) halts.push({ at: Date.now(), took });
		await rest(EVERY);
	}
	return halts;
}
