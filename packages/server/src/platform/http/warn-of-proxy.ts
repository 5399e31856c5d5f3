import type { FastifyRequest } from "fastify";
import { addressesIn, peerAddress } from "./client-address.ts";

/**
 * Warns once per process of X-Forwarded-For from an untrusted address: usually the operator's own proxy, whose clients then
 * share one budget of failed logins. Anyone can send the header, so there is one line only.
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
			`X-Forwarded-For from ${peer} is ignored. If that is your reverse proxy, ${isNear(peer) ? `set SALLYPORT_TRUSTED_PROXIES=${peer}` : "add it to SALLYPORT_TRUSTED_PROXIES"}; until then all its clients share one budget of failed logins.`,
		);
	};
}

/** This machine and private networks. Any other peer may be an attacker, whose address must not end up in a setting. */
const isNear = addressesIn([
	"127.0.0.0/8",
	"10.0.0.0/8",
	"172.16.0.0/12",
	"192.168.0.0/16",
	"::1",
	"fc00::/7",
]);
