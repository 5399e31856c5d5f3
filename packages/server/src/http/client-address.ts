import { isIP, isIPv6, type Socket } from "node:net";
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

/** IPv4-mapped IPv6 as IPv4, in whatever spelling, without a zone. */
export function foldAddress(address: string): string {
	const bare = address.split("%")[0] ?? "";
	if (!isIPv6(bare)) return bare;
	// The one spelling that URLs have: short, and in hexadecimal to its end.
	const short = new URL(`http://[${bare}]`).hostname.slice(1, -1);
	const groups = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(short)?.slice(1);
	if (groups === undefined) return bare;
	return groups
		.map((group) => Number.parseInt(group, 16))
		.flatMap((value) => [value >> 8, value & 255])
		.join(".");
}
