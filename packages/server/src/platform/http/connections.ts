import type { Server } from "node:http";
import type { Socket } from "node:net";
import { descriptorLimit, RESERVED_DESCRIPTORS } from "../lib/descriptor-limit.ts";
import { idleSince } from "./one-at-a-time.ts";
import { judgeUnread, type Owed } from "./unread.ts";

/** limit: too many connections. pipelining: too many requests sent ahead. unread: response not read in time. */
export type ConnectionRefusal = "limit" | "pipelining" | "unread";

export interface ConnectionLimits {
	/** Connections at a time. */
	connections: number;
	/** Milliseconds in which a client must read a response; longer for large ones. */
	writeTimeout: number;
	/** Milliseconds without a byte in either direction; longer than any wait of the service itself. */
	silence: number;
	refused: (reason: ConnectionRefusal) => void;
	log: { error(detail: object, message: string): void };
}

interface Connection {
	owed: Owed | null;
	/** performance.now. */
	openedAt: number;
}

/** Milliseconds. */
const SWEEP_AT_LEAST = 5000;
/** Milliseconds between log lines: one for each refused connection would make a flood worse. */
const BETWEEN_LINES = 60_000;

/** Limits idle, slow and too many connections. Counted here, because a server may have two listeners. */
export function limitConnections(server: Server, limits: ConnectionLimits): void {
	const { writeTimeout, silence, refused, log } = limits;
	const most = Math.min(
		limits.connections,
		Math.max(1, (descriptorLimit() ?? Number.POSITIVE_INFINITY) - RESERVED_DESCRIPTORS),
	);
	const open = new Map<Socket, Connection>();
	server.timeout = silence;

	let quietUntil = 0;
	function refuse(socket: Socket): void {
		open.delete(socket);
		socket.destroy();
		refused("limit");
		const now = performance.now();
		if (now < quietUntil) return;
		quietUntil = now + BETWEEN_LINES;
		log.error(
			{ connections: most },
			"connection limit reached: a new one takes the place of one that is idle, or is closed at once",
		);
	}
	/** A scan, so that requests pay nothing: about 40 µs for 4000 connections. */
	function findLongestIdle(): Socket | null {
		let longestIdle: Socket | null = null;
		let earliest = Number.POSITIVE_INFINITY;
		for (const [socket, { openedAt }] of open) {
			const since = idleSince(socket);
			if (since === null || Math.max(since, openedAt) >= earliest) continue;
			longestIdle = socket;
			earliest = Math.max(since, openedAt);
		}
		return longestIdle;
	}

	server.on("connection", (socket: Socket) => {
		if (open.size >= most) {
			// Otherwise a single client could hold all of them without a request.
			const longestIdle = findLongestIdle();
			refuse(longestIdle ?? socket);
			if (longestIdle === null) return;
		}
		open.set(socket, { owed: null, openedAt: performance.now() });
		socket.once("close", () => open.delete(socket));
	});
	function sweep(): void {
		const now = performance.now();
		for (const [socket, connection] of open) {
			const pending = socket.writableLength;
			const { owed } = connection;
			if (pending === 0 && owed === null) continue;
			const judged = judgeUnread({ owed, written: socket.bytesWritten, pending, now, writeTimeout });
			if (judged !== "overdue") connection.owed = judged;
			else {
				refused("unread");
				// A reset; otherwise the kernel would keep the bytes for minutes.
				socket.resetAndDestroy();
			}
		}
	}
	server.once("listening", () => {
		// Does not keep the process alive.
		const sweeping = setInterval(sweep, Math.min(writeTimeout / 4, SWEEP_AT_LEAST)).unref();
		server.once("close", () => clearInterval(sweeping));
	});
}
