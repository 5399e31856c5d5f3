import type { Server } from "node:http";
import type { Socket } from "node:net";
import { descriptorLimit, RESERVED_DESCRIPTORS } from "../lib/descriptor-limit.ts";
import { judgeUnread, type Owed } from "./unread.ts";

/** limit: no room for another one. pipelining: sent too far ahead. unread: did not take its response in time. */
export type ConnectionRefusal = "limit" | "pipelining" | "unread";

export interface ConnectionLimits {
	/** Connections at a time. */
	connections: number;
	/** Milliseconds in which a client must take what is written to it; more for much. */
	writeTimeout: number;
	/** Milliseconds without a byte in either direction, longer than anything that the service waits for. */
	silence: number;
	refused: (reason: ConnectionRefusal) => void;
	log: { error(detail: object, message: string): void };
}

/** Milliseconds. */
const SWEEP_AT_LEAST = 5000;
/** Milliseconds: a line for each refused connection would make a flood worse. */
const BETWEEN_LINES = 60_000;

/** What idle, slow and too many connections may hold. */
export function limitConnections(server: Server, limits: ConnectionLimits): void {
	const { connections, writeTimeout, silence, refused, log } = limits;
	const open = new Map<Socket, Owed | null>();
	server.timeout = silence;
	server.maxConnections = Math.min(
		connections,
		Math.max(1, (descriptorLimit() ?? Number.POSITIVE_INFINITY) - RESERVED_DESCRIPTORS),
	);
	let quietUntil = 0;
	server.on("drop", () => {
		refused("limit");
		const now = performance.now();
		if (now < quietUntil) return;
		quietUntil = now + BETWEEN_LINES;
		log.error({ connections: server.maxConnections }, "connection limit reached, others are closed at once");
	});
	server.on("connection", (socket: Socket) => {
		open.set(socket, null);
		socket.once("close", () => open.delete(socket));
	});

	function sweep(): void {
		const now = performance.now();
		for (const [socket, owed] of open) {
			const pending = socket.writableLength;
			if (pending === 0 && owed === null) continue;
			const judged = judgeUnread({ owed, written: socket.bytesWritten, pending, now, writeTimeout });
			if (judged !== "overdue") open.set(socket, judged);
			else {
				refused("unread");
				// A reset, or the kernel would keep the bytes for minutes.
				socket.resetAndDestroy();
			}
		}
	}
	server.once("listening", () => {
		// An unread response is no work: it keeps no process alive.
		const sweeping = setInterval(sweep, Math.min(writeTimeout / 4, SWEEP_AT_LEAST)).unref();
		server.once("close", () => clearInterval(sweeping));
	});
}
