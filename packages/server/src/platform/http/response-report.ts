import type { FastifyReply, FastifyRequest } from "fastify";
import type { ErrorCode } from "../errors.ts";

/** What metrics count of a response: no address, no header, no path that a client could invent. */
export interface ReportedResponse {
	/** As registered, with the prefix, such as `/api/auth/sessions/:id`; null when no route matched. */
	route: string | null;
	status: number;
	/** null for a success. */
	code: ErrorCode | null;
	/** Milliseconds until now. */
	took: number;
	/** The body of the request, parsed but not always validated; undefined when it was not read. */
	body: unknown;
}

/** Reports every response once, before it is sent: that costs less than waiting for its last byte. */
export function createResponseReport(report: (responded: ReportedResponse) => void) {
	// On the request itself: a WeakMap would cost every response.
	const errorCode = Symbol("errorCode");
	type Reported = FastifyRequest & { [errorCode]?: ErrorCode };
	return {
		refused(request: Reported, code: ErrorCode): void {
			request[errorCode] = code;
		},
		onSend<Payload>(
			request: Reported,
			reply: FastifyReply,
			payload: Payload,
			done: (error: null, payload: Payload) => void,
		): void {
			report({
				route: request.routeOptions.url ?? null,
				status: reply.statusCode,
				code: request[errorCode] ?? null,
				took: reply.elapsedTime,
				body: request.body,
			});
			done(null, payload);
		},
	};
}
