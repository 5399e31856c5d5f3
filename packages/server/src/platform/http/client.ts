import type { FastifyReply, FastifyRequest } from "fastify";
import { clientAddress } from "./client-address.ts";

/**
 * The client of a request, for sessions and audit events. Its user agent is cut, and control characters are replaced: JSON
 * does not escape U+0080 to U+009F, which steer terminals (ASVS 16.4.1).
 */
export function clientOf(request: FastifyRequest) {
	return {
		address: clientAddress(request),
		userAgent: request.headers["user-agent"]?.slice(0, 256).replace(/\p{C}/gu, "?") ?? null,
		requestId: request.id,
	};
}

/** Aborts when the client disconnects before its response is complete. */
export function goneSignal(reply: FastifyReply): AbortSignal {
	const controller = new AbortController();
	reply.raw.once("close", () => {
		if (!reply.raw.writableFinished) controller.abort(new ClientGone());
	});
	return controller.signal;
}

/** The client disconnected, so the work was cancelled. */
export class ClientGone extends Error {}
