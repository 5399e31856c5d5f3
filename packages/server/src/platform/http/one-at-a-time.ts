import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

interface Queue {
	waiting: Array<{ request: IncomingMessage; response: ServerResponse; handle: Handler }>;
	running: ServerResponse | null;
	begun: number;
	/** When it was last busy (performance.now). */
	busyUntil: number;
	release(): void;
}

interface Limits {
	/** The response to the last of them closes the connection. */
	requestsPerConnection: number;
	/** Called before a connection with too many requests sent ahead is closed. */
	refusing: () => void;
}

/** A chunk of 64 KiB holds hundreds of requests; Node parses all of them before a pause takes effect. */
const MOST_WAITING = 16;

// On the socket itself: a WeakMap would cost every request.
const ofSocket = Symbol("queue");
type Queued = Socket & { [ofSocket]?: Queue };

/** Since when a connection has been without a request (performance.now): null when it has one, 0 when it never had. */
export function idleSince(socket: Queued): number | null {
	const queue = socket[ofSocket];
	if (queue === undefined) return 0;
	return queue.running === null ? queue.busyUntil : null;
}

/** Whether a part of a response has been sent and the rest has not. */
export function isMidResponse(socket: Queued): boolean {
	const running = socket[ofSocket]?.running;
	return running?.headersSent === true && !running.writableFinished;
}

/**
 * Wraps a handler so that each connection has one running request. Responses are sent in order anyway, so pipelining
 * clients lose nothing; without this, one connection could put hundreds of logins into the hash queue.
 */
export function createOneAtATime({ requestsPerConnection, refusing }: Limits): (handle: Handler) => Handler {
	function begin(queue: Queue, request: IncomingMessage, response: ServerResponse, handle: Handler): void {
		// The response before may have closed the connection.
		if (!request.socket.writable) return;
		queue.running = response;
		queue.begun += 1;
		// Node's own maxRequestsPerSocket ignores HTTP/1.0 and responds 503 without our headers.
		if (queue.begun >= requestsPerConnection) response.shouldKeepAlive = false;
		response.once("close", queue.release);
		handle(request, response);
	}

	function open(socket: Queued): Queue {
		const queue: Queue = {
			waiting: [],
			running: null,
			begun: 0,
			busyUntil: 0,
			// Otherwise Node would serve all requests of a chunk, which may be hundreds, in one turn of the event loop.
			release: () => void setImmediate(next),
		};
		function next(): void {
			queue.running = null;
			queue.busyUntil = performance.now();
			const first = queue.waiting.shift();
			if (first === undefined) return;
			if (queue.waiting.length === 0) socket.resume();
			begin(queue, first.request, first.response, first.handle);
		}
		// The running request resumes the socket when its body is read.
		socket.on("resume", () => {
			if (queue.waiting.length > 0) socket.pause();
		});
		socket[ofSocket] = queue;
		return queue;
	}

	return (handle) => (request, response) => {
		const socket: Queued = request.socket;
		const queue = socket[ofSocket] ?? open(socket);
		if (queue.running === null) begin(queue, request, response, handle);
		else if (queue.waiting.length < MOST_WAITING) {
			queue.waiting.push({ request, response, handle });
			socket.pause();
		} else {
			queue.waiting.length = 0;
			refusing();
			skipChunk(socket);
			// Without a response: the client would match it to an earlier request, and Node would keep reading until it is sent.
			socket.destroy();
		}
	};
}

/**
 * Node parses the rest of a chunk although the connection is closed: up to thousands of requests in one turn of the event loop,
 * 50 ms and megabytes. Its parser stops at an upgrade (2). That interface is private; without it, a refused connection only costs
 * more and is counted more than once.
 */
function skipChunk(socket: Socket): void {
	const { parser } = socket as Socket & { parser?: { onIncoming: () => number } | null };
	if (parser) parser.onIncoming = () => 2;
}
