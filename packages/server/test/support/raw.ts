import { once } from "node:events";
import { connect } from "node:net";
import type { Answer } from "./visitor.ts";

/** One request as lines of its head and a body, ended by the blank line and with no header added. */
export function rawRequest(lines: string[], body = ""): string {
	return `${lines.join("\r\n")}\r\n\r\n${body}`;
}

/**
 * Sends bytes that no HTTP client would send, and waits until the server closes the connection or has given one whole
 * answer. Resolves with the first answer; status 0 when the server closed without one. `ending` says that nothing more
 * will come, so that the server need not wait for the rest of a request.
 */
export async function sendRaw(port: number, bytes: string | Uint8Array, ending = false): Promise<Answer> {
	const socket = connect(port, "127.0.0.1");
	let received = Buffer.alloc(0);
	const answered = Promise.withResolvers<void>();
	socket.on("data", (chunk: Buffer) => {
		received = Buffer.concat([received, chunk]);
		if (isWhole(received)) answered.resolve();
	});
	socket.on("close", () => answered.resolve());
	// A server that refuses early closes while we still write; what it has said counts.
	socket.on("error", () => answered.resolve());
	await once(socket, "connect");
	if (ending) socket.end(bytes);
	else socket.write(bytes);
	await answered.promise;
	socket.destroy();
	return parse(received);
}

/** Everything that comes until the server closes. */
export async function readToEnd(port: number, bytes: string): Promise<string> {
	const socket = connect(port, "127.0.0.1");
	let received = "";
	socket.on("data", (chunk: Buffer) => {
		received += chunk.toString("latin1");
	});
	socket.on("error", () => {});
	socket.write(bytes, "latin1");
	await once(socket, "close");
	return received;
}

/** Of every answer, in their order. */
export function statuses(received: string): Array<string | undefined> {
	return [...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status);
}

function isWhole(received: Buffer): boolean {
	const end = received.indexOf("\r\n\r\n");
	if (end < 0) return false;
	const length = /^content-length: *(\d+)/im.exec(received.subarray(0, end).toString("latin1"))?.[1];
	return length !== undefined && received.length >= end + 4 + Number(length);
}

function parse(received: Buffer): Answer {
	const end = received.indexOf("\r\n\r\n");
	if (end < 0) return { status: 0, headers: new Headers(), text: received.toString(), body: null };
	const [first = "", ...lines] = received.subarray(0, end).toString("latin1").split("\r\n");
	const headers = new Headers();
	for (const line of lines) {
		const at = line.indexOf(":");
		headers.append(line.slice(0, at), line.slice(at + 1).trim());
	}
	// A second answer may follow, to what came behind the first request.
	const length = headers.has("content-length") ? Number(headers.get("content-length")) : undefined;
	const body = received.subarray(end + 4);
	const text = body.subarray(0, length ?? body.length).toString();
	const isJson = /^application\/(problem\+)?json/.test(headers.get("content-type") ?? "") && text !== "";
	const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1] ?? 0);
	return { status, headers, text, body: isJson ? (JSON.parse(text) as Record<string, unknown>) : null };
}
