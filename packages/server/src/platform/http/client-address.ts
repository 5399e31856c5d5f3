import { BlockList, isIP, isIPv6, type Socket } from "node:net";
import type { FastifyRequest } from "fastify";

/** Fastify's option `trustProxy`: no proxy, unless the operator named it (ASVS 4.1.3). */
export function trustProxy(trustedProxies: string[]): false | string[] {
	return trustedProxies.length === 0 ? false : trustedProxies;
}

/** Whether the peer of a connection is a trusted proxy. */
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

/** The peer of the connection: a client or a proxy. */
export function peerAddress(request: FastifyRequest): string {
	return foldAddress(request.socket.remoteAddress ?? "");
}

/**
 * The client as the nearest trusted proxy saw it, IPv4-mapped addresses folded. If a proxy forwards garbage, the proxy
 * counts as the client.
 */
export function clientAddress(request: FastifyRequest): string {
	const claimed = foldAddress(request.ip ?? "");
	return isIP(claimed) === 0 ? peerAddress(request) : claimed;
}

/** Node keeps the address once read; after a disconnect it would be missing. */
export function rememberAddress(socket: Socket): void {
	void socket.remoteAddress;
}

/** IPv4-mapped IPv6, in any spelling, as IPv4; without a zone. */
export function foldAddress(address: string): string {
	const bare = address.split("%")[0] ?? "";
	if (!isIPv6(bare)) return bare;
	// URLs have one spelling: shortened, all hexadecimal.
	const short = new URL(`http://[${bare}]`).hostname.slice(1, -1);
	const groups = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(short)?.slice(1);
	if (groups === undefined) return bare;
	return groups
		.map((group) => Number.parseInt(group, 16))
		.flatMap((value) => [value >> 8, value & 255])
		.join(".");
}
