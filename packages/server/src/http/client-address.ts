import { isIP, type Socket } from "node:net";
import type { FastifyRequest } from "fastify";

/** Fastify's answer to `trustProxy`: nobody, unless the operator named the proxies (ASVS 4.1.3). */
export function trustProxy(trustedProxies: string[]): false | string[] {
	return trustedProxies.length === 0 ? false : trustedProxies;
}

/**
 * The client as the nearest trusted hop saw it, IPv4-mapped addresses folded. What a proxy forwards may be garbage:
 * then the hop itself is the client, never nobody.
 */
export function clientAddress(request: FastifyRequest): string {
	const claimed = foldAddress(request.ip ?? "");
	return isIP(claimed) === 0 ? foldAddress(request.socket.remoteAddress ?? "") : claimed;
}

/** Node keeps the address once it was read, and has none to read when the client is gone before its request is looked at. */
export function rememberAddress(socket: Socket): void {
	void socket.remoteAddress;
}

/** IPv4-mapped IPv6 as IPv4, without a zone. */
export function foldAddress(address: string): string {
	const bare = address.split("%")[0] ?? "";
	return bare.toLowerCase().startsWith("::ffff:") && bare.includes(".") ? bare.slice(7) : bare;
}
