import { randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer } from "node:net";

/** Below the ports that systems give to outgoing connections, one of which could take the port before it is used. */
const LEAST = 15_000;
const MOST = 32_000;

/** A TCP port that is free at this moment, and that no other call returns as long as this process lives. */
export async function freePort(): Promise<number> {
	for (;;) {
		const port = randomInt(LEAST, MOST);
		if ((await reserve(port)) && (await isFree(port))) return port;
	}
}

/**
 * Opens the UDP port of the same number and keeps it: two calls at a time, in this process or in two, would otherwise
 * find the same TCP port free. The system closes it when the process ends.
 */
async function reserve(port: number): Promise<boolean> {
	const socket = createSocket("udp4").bind({ port, address: "127.0.0.1", exclusive: true });
	const isOpen = await opens(socket);
	if (isOpen) socket.unref();
	else socket.close();
	return isOpen;
}

async function isFree(port: number): Promise<boolean> {
	const server = createServer().listen(port, "127.0.0.1");
	const isOpen = await opens(server);
	if (isOpen) await once(server.close(), "close");
	return isOpen;
}

async function opens(socket: NodeJS.EventEmitter): Promise<boolean> {
	try {
		await once(socket, "listening");
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "EADDRINUSE") return false;
		throw error;
	}
}
