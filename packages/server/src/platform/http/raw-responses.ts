import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { type ErrorCode, errorKind, LoginError } from "../errors.ts";
import { newRequestId } from "../lib/random.ts";
import type { Headers } from "./headers.ts";
import { STATUS_CODES } from "./node-http.ts";
import { isMidResponse } from "./one-at-a-time.ts";
import { PROBLEM_TYPE, problemBody } from "./problem.ts";

const byParserCode: Record<string, ErrorCode> = {
	HPE_HEADER_OVERFLOW: "headers_too_large",
	ERR_HTTP_REQUEST_TIMEOUT: "request_timeout",
};

export type RawResponses = ReturnType<typeof createRawResponses>;

/** Responses to what never becomes a request: broken framing, oversized heads, slow clients, unknown expectations. */
export function createRawResponses(headers: Headers) {
	function problem(code: ErrorCode): { body: string; fields: Headers } {
		const requestId = newRequestId();
		const body = problemBody(new LoginError(code), requestId);
		const fields = {
			...headers,
			"content-type": PROBLEM_TYPE,
			"content-length": String(Buffer.byteLength(body)),
			"x-request-id": requestId,
			connection: "close",
		};
		return { body, fields };
	}
	/** Closes the connection, with a response where none has begun. */
	function refuse(code: ErrorCode, socket: Socket): void {
		// A second response in the middle of one would be read as part of the first.
		if (!socket.writable || isMidResponse(socket)) {
			socket.destroy();
			return;
		}
		const { body, fields } = problem(code);
		const { status } = errorKind(code);
		const lines = Object.entries({ ...fields, date: new Date().toUTCString() }).map(
			([name, value]) => `${name}: ${value}\r\n`,
		);
		socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`, () =>
			socket.destroySoon(),
		);
	}
	return {
		onClientError(cause: NodeJS.ErrnoException, socket: Socket): void {
			// A browser or a pool opened it ahead: it would read a 408 as the response to its first request.
			const isUnused = cause.code === "ERR_HTTP_REQUEST_TIMEOUT" && socket.bytesRead === 0;
			if (isUnused || cause.code === "ECONNRESET") socket.destroy();
			else refuse(byParserCode[cause.code ?? ""] ?? "bad_request", socket);
		},
		/** Node itself would respond to an unknown Expect without our headers. */
		refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
			const { body, fields } = problem("expectation_failed");
			response.writeHead(417, fields).end(body);
		},
	};
}
