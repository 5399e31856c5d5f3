import type { FastifyReply, FastifyRequest } from "fastify";

/**
 * Lets the scripts of one other origin call this API with a token, and read its answers. It comes before `protect`: a
 * browser asks for permission (OPTIONS) without any credential, and must be able to read a refusal too. Cookies of
 * other origins stay out: no Access-Control-Allow-Credentials.
 */
export function allowFrontEnd(origin: string) {
	return async function answerPreflight(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
		reply.header("vary", "Origin");
		if (request.headers.origin !== origin) return undefined;
		reply.header("access-control-allow-origin", origin);
		if (request.method !== "OPTIONS") return undefined;
		return reply
			.code(204)
			.headers({
				"access-control-allow-methods": "GET, POST, DELETE",
				"access-control-allow-headers": "authorization, content-type",
				"access-control-max-age": "600",
			})
			.send();
	};
}
