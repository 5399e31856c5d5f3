import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

interface Queue {
	waiting: Array<{ request: IncomingMessage; response: ServerResponse; handle: Handler }>;
	isBusy: boolean;
	begun: number;
	next(): void;
}

interface Limits {
	/** A connection is closed with the answer to its last request. */
	requestsPerConnection: number;
	/** Must close the connection of a client that sends too far ahead. */
	refuse: (socket: Socket) => void;
}

/** A chunk of 64 KiB holds hundreds of requests, and Node parses all of them before a pause takes effect. */
const MOST_WAITING = 16;

/**
 * Wraps what handles requests, so that a connection has one request under way at a time. Responses leave in order
 * anyway, so a client that sends ahead loses nothing; without this it would have hundreds of logins in the hash queue.
 */
export function createOneAtATime({ requestsPerConnection, refuse }: Limits): (handle: Handler) => Handler {
	// On the socket itself: a WeakMap costs each request.
	const ofSocket = Symbol("queue");
	type Queued = Socket & { [ofSocket]?: Queue };

	function begin(queue: Queue, request: IncomingMessage, response: ServerResponse, handle: Handler): void {
		queue.isBusy = true;
		queue.begun += 1;
		// Node's own maxRequestsPerSocket counts no HTTP/1.0, and answers 503 without our headers.
		if (queue.begun >= requestsPerConnection) response.shouldKeepAlive = false;
		response.once("close", queue.next);
		handle(request, response);
	}

	function open(socket: Queued): Queue {
		const queue: Queue = {
			waiting: [],
			isBusy: false,
			begun: 0,
			next() {
				queue.isBusy = false;
				const first = queue.waiting.shift();
				// A response that closes the connection ends it for the requests behind, too.
				if (first === undefined || !socket.writable) return;
				if (queue.waiting.length === 0) socket.resume();
				begin(queue, first.request, first.response, first.handle);
			},
		};
		// The request under way resumes the socket when its body is read.
		socket.on("resume", () => {
			if (queue.waiting.length > 0) socket.pause();
		});
		socket[ofSocket] = queue;
		return queue;
	}

	return (handle) => (request, response) => {
		const socket: Queued = request.socket;
		if (!socket.writable) return;
		const queue = socket[ofSocket] ?? open(socket);
		if (!queue.isBusy) begin(queue, request, response, handle);
		else if (queue.waiting.length < MOST_WAITING) {
			queue.waiting.push({ request, response, handle });
			socket.pause();
		} else {
			queue.waiting.length = 0;
			refuse(socket);
		}
	};
}
