import { BlockList, isIP, isIPv6, type Socket } from "node:net";
import type { FastifyRequest } from "fastify";

/** Tells whether an address is one of these addresses, or in one of these CIDR ranges. */
export function addressesIn(ranges: readonly string[]): (address: string) => boolean {
	const list = new BlockList();
	for (const range of ranges) {
		const [address = "", length = isIPv6(range) ? "128" : "32"] = range.split("/");
		list.addSubnet(address, Number(length), family(address));
	}
	return (address) => isIP(address) !== 0 && list.check(address, family(address));
}

function family(address: string): "ipv4" | "ipv6" {
	return isIPv6(address) ? "ipv6" : "ipv4";
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

/** Whether a request comes from none of these networks; never, where none are named. */
export function outsideOf(networks: string[]): (request: FastifyRequest) => boolean {
	if (networks.length === 0) return () => false;
	const isIn = addressesIn(networks);
	return (request) => !isIn(clientAddress(request));
}
