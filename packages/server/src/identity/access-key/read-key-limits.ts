import { isIP, isIPv6 } from "node:net";
import { invalid } from "../../platform/errors.ts";
import { foldAddress } from "../../platform/http/client-address.ts";
import { groupsOf } from "../../platform/lib/address-prefix.ts";

export const MOST_ADDRESSES = 10;

/**
 * CIDR ranges as they are kept: an address alone is a range of one; bits after the length are refused, because a range that was
 * meant otherwise would be open to others. Throws validation_failed with a pointer.
 */
export function readAddresses(given: readonly string[]): string[] | null {
	if (given.length === 0) return null;
	const ranges = given.map((text, at) => {
		const range = readRange(text);
		if (range !== null) return range;
		const message = "Write an address or a CIDR range without bits after its length, such as 192.0.2.0/24.";
		throw invalid(`/addresses/${at}`, "malformed", message);
	});
	return [...new Set(ranges)];
}

function readRange(text: string): string | null {
	const [written = "", length, ...rest] = text.split("/");
	if (rest.length > 0 || written.includes("%")) return null;
	const address = foldAddress(written);
	if (isIP(address) === 0 || (address !== written && length !== undefined && !isIPv6(address))) return null;
	const most = isIPv6(address) ? 128 : 32;
	if (length === undefined) return `${address}/${most}`;
	if (!/^(0|[1-9]\d{0,2})$/.test(length) || Number(length) > most) return null;
	const bits = bitsOf(address);
	return bits.slice(Number(length)).includes("1") ? null : `${address}/${length}`;
}

function bitsOf(address: string): string {
	const bits = (parts: readonly number[], each: number) =>
		parts.map((part) => part.toString(2).padStart(each, "0")).join("");
	if (!isIPv6(address)) return bits(address.split(".").map(Number), 8);
	// URLs have one spelling, without an IPv4 address at its end.
	return bits(groupsOf(new URL(`http://[${address}]`).hostname.slice(1, -1)), 16);
}
