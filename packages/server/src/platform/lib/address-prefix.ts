import { isIPv6 } from "node:net";

/** What one customer of a provider has: an IPv4 address, or the /64 of an IPv6 address. */
export function addressPrefix(address: string): string {
	return isIPv6(address) ? firstGroups(address, 4) : address;
}

/** The /48 of an IPv6 address, which one customer may also have; null for IPv4. */
export function networkPrefix(address: string): string | null {
	return isIPv6(address) ? firstGroups(address, 3) : null;
}

/** Where the programs of one organization come from: the /24 of an IPv4 address, the /48 of an IPv6 address. */
export function wideNetwork(address: string): string {
	return networkPrefix(address) ?? address.split(".").slice(0, 3).join(".");
}

/** The first groups of 16 bits, in one spelling. */
function firstGroups(address: string, count: number): string {
	return groupsOf(address)
		.slice(0, count)
		.map((group) => group.toString(16))
		.join(":");
}

/** The eight groups of an IPv6 address. */
export function groupsOf(address: string): number[] {
	const [head = "", tail] = address.split("::");
	const before = head === "" ? [] : head.split(":");
	const after = tail === undefined || tail === "" ? [] : tail.split(":");
	const groups =
		tail === undefined
			? before
			: [...before, ...Array<string>(8 - before.length - after.length).fill("0"), ...after];
	return groups.map((group) => Number.parseInt(group, 16));
}

/** Whether a filter means all addresses that begin so. */
export const isAddressPrefix = (address: string): boolean => /[.:]$/.test(address) && !address.endsWith("::");
