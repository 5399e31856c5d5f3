import type { FastifyReply, FastifyRequest } from "fastify";
import type { ErrorCode } from "../errors.ts";

/** An answer as far as it is counted: no address, no header, no path that a client could invent. */
export interface Answered {
	/** The address as registered, such as `/api/auth/sessions/:id`, prefix included; null when no route took it. */
	route: string | null;
	status: number;
	/** Of the refusal; null for a success. */
	code: ErrorCode | null;
	/** Of the request, parsed but perhaps not validated; undefined when it was not read. */
	body: unknown;
}

/** Tells of every answer once. Before it is sent, which costs less than waiting for its last byte. */
export function createAnswerReport(report: (answered: Answered) => void) {
	// On the request itself: a WeakMap costs each answer, refused or not.
	const refusal = Symbol("refusal");
	type Reported = FastifyRequest & { [refusal]?: ErrorCode };
	return {
		/** Only whoever makes a refusal knows its code. */
		refused(request: Reported, code: ErrorCode): void {
			request[refusal] = code;
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
				code: request[refusal] ?? null,
				body: request.body,
			});
			done(null, payload);
		},
	};
}
