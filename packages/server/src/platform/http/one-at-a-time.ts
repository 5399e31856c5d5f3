import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

interface Queue {
	waiting: Array<{ request: IncomingMessage; response: ServerResponse; handle: Handler }>;
	isBusy: boolean;
	begun: number;
	/** When it was last busy (performance.now). */
	busyUntil: number;
	release(): void;
}

interface Limits {
	/** A connection is closed with the answer to its last request. */
	requestsPerConnection: number;
	/** Called before the connection of a client that sends too far ahead is closed. */
	refusing: () => void;
}

/** A chunk of 64 KiB holds hundreds of requests, and Node parses all of them before a pause takes effect. */
const MOST_WAITING = 16;

// On the socket itself: a WeakMap costs each request.
const ofSocket = Symbol("queue");
type Queued = Socket & { [ofSocket]?: Queue };

/** Since when a connection has had no request under way (performance.now): null when it has one, 0 when it never had. */
export function idleSince(socket: Queued): number | null {
	const queue = socket[ofSocket];
	if (queue === undefined) return 0;
	return queue.isBusy ? null : queue.busyUntil;
}

/**
 * Wraps what handles requests, so that a connection has one request under way at a time. Responses leave in order
 * anyway, so a client that sends ahead loses nothing; without this it would have hundreds of logins in the hash queue.
 */
export function createOneAtATime({ requestsPerConnection, refusing }: Limits): (handle: Handler) => Handler {
	function begin(queue: Queue, request: IncomingMessage, response: ServerResponse, handle: Handler): void {
		// A response that closes the connection ends it for the requests behind, too.
		if (!request.socket.writable) return;
		queue.isBusy = true;
		queue.begun += 1;
		// Node's own maxRequestsPerSocket counts no HTTP/1.0, and answers 503 without our headers.
		if (queue.begun >= requestsPerConnection) response.shouldKeepAlive = false;
		response.once("close", queue.release);
		handle(request, response);
	}

	function open(socket: Queued): Queue {
		const queue: Queue = {
			waiting: [],
			isBusy: false,
			begun: 0,
			busyUntil: 0,
			// Node answers quick requests in the middle of a chunk: without a turn for others, all hundreds of it.
			release: () => void setImmediate(next),
		};
		function next(): void {
			queue.isBusy = false;
			queue.busyUntil = performance.now();
			const first = queue.waiting.shift();
			if (first === undefined) return;
			if (queue.waiting.length === 0) socket.resume();
			begin(queue, first.request, first.response, first.handle);
		}
		// The request under way resumes the socket when its body is read.
		socket.on("resume", () => {
			if (queue.waiting.length > 0) socket.pause();
		});
		socket[ofSocket] = queue;
		return queue;
	}

	return (handle) => (request, response) => {
		const socket: Queued = request.socket;
		const queue = socket[ofSocket] ?? open(socket);
		if (!queue.isBusy) begin(queue, request, response, handle);
		else if (queue.waiting.length < MOST_WAITING) {
			queue.waiting.push({ request, response, handle });
			socket.pause();
		} else {
			queue.waiting.length = 0;
			refusing();
			skipChunk(socket);
			// Without a response, which the client would take for that of an earlier request. Until one had left, Node would go on reading.
			socket.destroy();
		}
	};
}

/**
 * Node parses the rest of a chunk although its connection is closed, and makes two objects of each of its hundreds of
 * requests: ten milliseconds and a megabyte. Its parser stops where it hears of an upgrade (2). That part is private; without it
 * a refusal only costs more, and is counted more than once.
 */
function skipChunk(socket: Socket): void {
	const { parser } = socket as Socket & { parser?: { onIncoming: () => number } | null };
	if (parser) parser.onIncoming = () => 2;
}
