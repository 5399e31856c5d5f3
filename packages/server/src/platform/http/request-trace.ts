import { isIP } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";
import { trimWhiteSpace } from "../lib/trim-white-space.ts";
import { addressesIn, clientAddress, foldAddress, peerAddress } from "./client-address.ts";
import { createProxyWarning } from "./warn-of-proxy.ts";

/** Requests with this header are kept, so that `sallyport doctor` can see how they arrived. */
export const TRACE_HEADER = "sallyport-trace";

/** How a request arrived. Contains no text from outside except valid addresses. */
export interface TracedRequest {
	requestId: string;
	/** The peer of the connection. */
	peer: string;
	peerTrusted: boolean;
	/** X-Forwarded-For; null for a hop that is not an address; empty when the header was not sent. */
	forwarded: Array<string | null>;
	/** The client address that throttling and audit events use. */
	address: string;
	reason: "no_header" | "peer_not_trusted" | "malformed" | "forwarded";
}

export type RequestTrace = ReturnType<typeof createRequestTrace>;

/** Anyone can send the header: more requests only push out older ones. */
const REMEMBERED = 100;
const MOST_HOPS = 10;

export function createRequestTrace(trustedProxies: string[], log: Parameters<typeof createProxyWarning>[1]) {
	const isTrusted = addressesIn(trustedProxies);
	const trusts = (request: FastifyRequest) => isTrusted(peerAddress(request));
	const warnOfProxy = createProxyWarning(trusts, log);
	const remembered = new Map<string, TracedRequest>();

	function trace(request: FastifyRequest): TracedRequest {
		const peer = peerAddress(request);
		const peerTrusted = isTrusted(peer);
		const header = [request.headers["x-forwarded-for"] ?? []].flat().join(",");
		const reason = reasonOf(header !== "", peerTrusted, isIP(foldAddress(request.ip)) !== 0);
		const hops =
			header === "" ? [] : header.slice(0, 1024).split(",").slice(0, MOST_HOPS).map(trimWhiteSpace);
		const forwarded = hops.map((hop) => (isIP(hop) === 0 ? null : hop));
		return { requestId: request.id, peer, peerTrusted, forwarded, address: clientAddress(request), reason };
	}

	function remember(request: FastifyRequest): void {
		remembered.set(request.id, trace(request));
		const [oldest] = remembered.keys();
		if (remembered.size > REMEMBERED && oldest !== undefined) remembered.delete(oldest);
	}

	return {
		/** A hook for every request; also warns of an untrusted proxy. */
		onRequest(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
			warnOfProxy(request);
			if (request.headers[TRACE_HEADER] !== undefined) remember(request);
			done();
		},
		find: (requestId: string) => remembered.get(requestId) ?? null,
	};
}

function reasonOf(sent: boolean, peerTrusted: boolean, readable: boolean): TracedRequest["reason"] {
	if (!sent) return "no_header";
	if (!peerTrusted) return "peer_not_trusted";
	return readable ? "forwarded" : "malformed";
}
