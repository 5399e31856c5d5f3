import { BlockList, isIP } from "node:net";
import { addressesIn, foldAddress } from "../http/client-address.ts";

/** An address of a private network, of this machine or of none; such ones take a permission. */
const special = new BlockList();
for (const [network, length] of [
	["0.0.0.0", 8],
	["10.0.0.0", 8],
	["100.64.0.0", 10],
	["127.0.0.0", 8],
	["169.254.0.0", 16],
	["172.16.0.0", 12],
	["192.0.0.0", 24],
	["192.168.0.0", 16],
	["198.18.0.0", 15],
	["224.0.0.0", 3],
] as const)
	special.addSubnet(network, length, "ipv4");
for (const [network, length] of [
	["::", 96],
	["::ffff:0:0:0", 96],
	["64:ff9b::", 32],
	["2001::", 23],
	["2002::", 16],
	["fc00::", 7],
	["fe80::", 10],
	["fec0::", 10],
	["ff00::", 8],
] as const)
	special.addSubnet(network, length, "ipv6");

/** `allow`: CIDR ranges that may be reached although they are not public. */
export function reachable(allow: readonly string[]): (address: string) => boolean {
	const isAllowed = addressesIn(allow);
	return (address) => {
		const bare = foldAddress(address);
		const family = isIP(bare);
		if (family === 0) return false;
		return isAllowed(bare) || !special.check(bare, family === 6 ? "ipv6" : "ipv4");
	};
}

/** Without the brackets of IPv6. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, "");

/** The host of an address that can be told to be refused without a look-up; null: there is none. */
export function refusedHost(url: string, allow: readonly string[]): string | null {
	const host = hostOf(new URL(url));
	const address = host === "localhost" ? "127.0.0.1" : host;
	return isIP(address) === 0 || reachable(allow)(address) ? null : host;
}
