import { BlockList, isIP, isIPv6, type Socket } from "node:net";
import type { FastifyRequest } from "fastify";

/** Fastify's answer to `trustProxy`: nobody, unless the operator named the proxies (ASVS 4.1.3). */
export function trustProxy(trustedProxies: string[]): false | string[] {
	return trustedProxies.length === 0 ? false : trustedProxies;
}

/** Whether the other end of a connection is one of the proxies that the operator named. */
export function createTrusts(trustedProxies: string[]): (request: FastifyRequest) => boolean {
	const trusted = new BlockList();
	for (const range of trustedProxies) {
		const [address = "", length = isIP(range) === 6 ? "128" : "32"] = range.split("/");
		trusted.addSubnet(address, Number(length), isIP(address) === 6 ? "ipv6" : "ipv4");
	}
	return (request) => {
		const peer = peerAddress(request);
		return isIP(peer) !== 0 && trusted.check(peer, isIP(peer) === 6 ? "ipv6" : "ipv4");
	};
}

/** The other end of the connection. */
export function peerAddress(request: FastifyRequest): string {
	return foldAddress(request.socket.remoteAddress ?? "");
}

/**
 * The client as the nearest trusted hop saw it, IPv4-mapped addresses folded. What a proxy forwards may be garbage:
 * then the hop itself is the client, never nobody.
 */
export function clientAddress(request: FastifyRequest): string {
	const claimed = foldAddress(request.ip ?? "");
	return isIP(claimed) === 0 ? peerAddress(request) : claimed;
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
