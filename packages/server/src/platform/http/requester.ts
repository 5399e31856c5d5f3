import type { FastifyReply, FastifyRequest } from "fastify";
import { clientOf, goneSignal } from "./client.ts";
import type { Cookies } from "./cookies.ts";
import { type RateLimitStanding, rateLimitFields } from "./rate-limit-fields.ts";

/** Who is at the other end of a call that takes a password. What it is told stands in the head of the answer, refusals included. */
export function createRequesterOf({ device }: Pick<Cookies, "device">) {
	return (request: FastifyRequest, reply: FastifyReply) => ({
		client: clientOf(request),
		device: device.read(request.headers.cookie),
		signal: goneSignal(reply),
		hashingBegan: null as number | null,
		tell(standing: RateLimitStanding): void {
			reply.headers(rateLimitFields(standing));
		},
	});
}

export type RequesterOf = ReturnType<typeof createRequesterOf>;
