import type { FastifyReply, FastifyRequest } from "fastify";
import type { Client } from "../audit/audit.ts";
import { clientOf, goneSignal } from "./client.ts";
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

export type RequesterOf = (request: FastifyRequest, reply: FastifyReply) => Requester;

export function createRequesterOf({ device }: Pick<Cookies, "device">): RequesterOf {
	return (request, reply) => ({
		client: clientOf(request),
		device: device.read(request.headers.cookie),
		signal: goneSignal(reply),
		hashingBegan: null,
		setHeaders: (headers) => void reply.headers(headers),
	});
}
