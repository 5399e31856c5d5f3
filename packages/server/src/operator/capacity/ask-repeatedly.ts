import { connect, type Socket } from "node:net";
import type { Clock } from "../../platform/lib/clock.ts";

const HEAD_END = "\r\n\r\n";

/**
 * Sends one request again and again over so many connections, each time when the answer to the last one is complete.
 * Resolves to answers per second, not counting those of the first `warmUp` milliseconds. Rejects at any status but 200.
 * Bare sockets, since an HTTP client would cost as much as the service that it measures.
 */
export async function askRepeatedly(given: {
	/** On 127.0.0.1. */
	port: number;
	/** Head of a request without a body, as it goes over the wire. */
	request: string;
	connections: number;
	/** Milliseconds. */
	warmUp: number;
	duration: number;
	clock: Clock;
}): Promise<number> {
	const { port, request, connections, warmUp, duration, clock } = given;
	const failure = Promise.withResolvers<never>();
	let answers = 0;
	const sockets = Array.from({ length: connections }, () =>
		keepAsking(port, request, { answered: () => answers++, failed: failure.reject }),
	);
	try {
		await Promise.race([pause(warmUp), failure.promise]);
		const before = answers;
		const began = clock();
		await Promise.race([pause(duration), failure.promise]);
		return ((answers - before) * 1000) / (clock() - began);
	} finally {
		for (const socket of sockets) socket.destroy();
	}
}

function keepAsking(
	port: number,
	request: string,
	tell: { answered(): void; failed(error: Error): void },
): Socket {
	const socket = connect({ host: "127.0.0.1", port, noDelay: true });
	let received = "";
	socket.setEncoding("latin1");
	socket.on("connect", () => socket.write(request));
	socket.on("data", (text: string) => {
		received += text;
		if (!isComplete(received)) return;
		if (!received.startsWith("HTTP/1.1 200 ")) {
			tell.failed(new Error(`A credential check was answered ${received.slice(9, 12)}.`));
			return;
		}
		received = "";
		tell.answered();
		socket.write(request);
	});
	socket.on("error", tell.failed);
	socket.on("end", () => tell.failed(new Error("The measured service hung up.")));
	return socket;
}

/** The service gives the length of every answer. */
function isComplete(received: string): boolean {
	const end = received.indexOf(HEAD_END);
	if (end === -1) return false;
	const length = /\r\ncontent-length: *(\d+)/i.exec(received.slice(0, end))?.[1] ?? "0";
	return received.length >= end + HEAD_END.length + Number(length);
}

function pause(milliseconds: number): Promise<void> {
	return new Promise((resolve) => {
		setTimeout(resolve, milliseconds);
	});
}
