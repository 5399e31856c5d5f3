import type { FastifyReply, FastifyRequest } from "fastify";
import type { Client } from "../audit/audit.ts";
import { clientAddress } from "./client-address.ts";
import type { Cookies } from "./cookies.ts";
import type { Headers } from "./headers.ts";

/** The sender of a request that contains a password. */
export interface Requester {
	client: Client;
	/** The device cookie as sent; not verified yet. */
	device: string | null;
	/** Aborts when the client disconnects. */
	signal: AbortSignal;
	/** When a thread began to check the password (performance.now): the minimum response time counts from there. */
	hashingBegan: number | null;
	/** For the response, whether it succeeds or fails. */
	setHeaders(headers: Headers): void;
}

export function createRequesterOf({ device }: Pick<Cookies, "device">) {
	return (request: FastifyRequest, reply: FastifyReply): Requester => ({
		client: clientOf(request),
		device: device.read(request.headers.cookie),
		signal: goneSignal(reply),
		hashingBegan: null,
		setHeaders: (headers) => void reply.headers(headers),
	});
}

/**
 * The client of a request, for sessions and audit events. Its user agent is cut, and control characters are replaced: JSON
 * does not escape U+0080 to U+009F, which steer terminals (ASVS 16.4.1).
 */
export function clientOf(request: FastifyRequest): Client {
	return {
		address: clientAddress(request),
		userAgent: request.headers["user-agent"]?.slice(0, 256).replace(/\p{C}/gu, "?") ?? null,
		requestId: request.id,
	};
}

/** The client disconnected, so the work was cancelled. */
export class ClientGone extends Error {}

/** Aborts when the client disconnects before its response is complete. */
function goneSignal({ raw }: FastifyReply): AbortSignal {
	const controller = new AbortController();
	raw.once("close", () => {
		if (!raw.writableFinished) controller.abort(new ClientGone());
	});
	return controller.signal;
}
