import { isIPv6 } from "node:net";

/** What one customer of a provider holds: a whole IPv4 address, the /64 of an IPv6 one. */
export function addressPrefix(address: string): string {
	if (!isIPv6(address)) return address;
	const [head = "", tail] = address.split("::");
	const before = head === "" ? [] : head.split(":");
	const after = tail === undefined || tail === "" ? [] : tail.split(":");
	const groups =
		tail === undefined
			? before
			: [...before, ...Array<string>(8 - before.length - after.length).fill("0"), ...after];
	return groups
		.slice(0, 4)
		.map((group) => Number.parseInt(group, 16).toString(16))
		.join(":");
}
