/**
 * What the machine itself is to blame for: a server that does nothing, and whether the machine halts. That is seen by a program
 * that touches 16 MB of its own memory again and again, which asks nothing of any other. On virtual machines it sometimes takes a
 * hundred times the processor time, as everything else does then.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
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

/** Starts the server that does nothing. Resolves to its port. */
export async function listen(): Promise<number> {
	const server = createServer((_request, response) => response.end()).listen(0, "127.0.0.1");
	await once(server, "listening");
	return (server.address() as AddressInfo).port;
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
