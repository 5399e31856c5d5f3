import type { FastifyRequest } from "fastify";
import { peerAddress } from "./client-address.ts";

/**
 * Says once in the life of a process that X-Forwarded-For came from an address that is not trusted: usually the operator's own
 * proxy, whose clients then share one budget of failed logins. Anyone can send the header, so no more than one line.
 */
export function createProxyWarning(
	trusts: (request: FastifyRequest) => boolean,
	log: { warn(detail: object, message: string): void },
): (request: FastifyRequest) => void {
	let warned = false;
	return (request) => {
		if (warned || request.headers["x-forwarded-for"] === undefined || trusts(request)) return;
		warned = true;
		const peer = peerAddress(request);
		log.warn(
			{ peer },
			`X-Forwarded-For came from ${peer}, which is not trusted, and is ignored: all clients behind that address share one budget of failed logins. If it is your reverse proxy, set SALLYPORT_TRUSTED_PROXIES=${peer}`,
		);
	};
}
