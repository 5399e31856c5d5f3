import type { FastifyReply, FastifyRequest } from "fastify";
import { clientAddress } from "./client-address.ts";

/**
 * Who is at the other end, for sessions and events. What came from outside is cut to a bearable length, without the
 * characters that steer terminals: JSON does not escape U+0080 to U+009F (ASVS 16.4.1).
 */
export function clientOf(request: FastifyRequest) {
	return {
		address: clientAddress(request),
		userAgent: request.headers["user-agent"]?.slice(0, 256).replace(/\p{C}/gu, "?") ?? null,
		requestId: request.id,
	};
}

/** Aborts when the client goes away before it is answered: nobody waits for that answer any more. */
export function goneSignal(reply: FastifyReply): AbortSignal {
	const controller = new AbortController();
	reply.raw.once("close", () => {
		if (!reply.raw.writableFinished) controller.abort(new ClientGone());
	});
	return controller.signal;
}

/** Thrown by work that was given up for that reason; nobody sees the answer to it. */
export class ClientGone extends Error {}
