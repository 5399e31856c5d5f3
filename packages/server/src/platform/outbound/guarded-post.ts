/**
 * Requests to addresses that operators register, and that names may lead anywhere: to this machine, to the network behind it, to a cloud's
 * metadata. The address is checked when it is resolved, and that one is connected to (OWASP: server-side request forgery).
 */
import { lookup } from "node:dns";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { addressesIn, foldAddress } from "../http/client-address.ts";

/** Milliseconds, from the look-up to the last byte. */
const TIME_LIMIT = 5_000;
/** Bytes of an answer: it says nothing that is used. */
const MOST_READ = 1_024;

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
	["64:ff9b::", 32],
	["2001::", 23],
	["2002::", 16],
	["fc00::", 7],
	["fe80::", 10],
	["ff00::", 8],
] as const)
	special.addSubnet(network, length, "ipv6");

export type Posted = { status: number } | { failure: string };

export type GuardedPost = ReturnType<typeof createGuardedPost>;

/** `allow`: CIDR ranges that may be reached although they are not public. */
export function createGuardedPost(allow: readonly string[]) {
	const isAllowed = addressesIn(allow);

	function mayReach(address: string): boolean {
		const bare = foldAddress(address);
		const family = isIP(bare);
		if (family === 0) return false;
		return isAllowed(bare) || !special.check(bare, family === 6 ? "ipv6" : "ipv4");
	}

	const lookUp: LookupFunction = (hostname, options, found) => {
		lookup(hostname, { ...options, all: true }, (error, addresses) => {
			if (error !== null) return found(error, "");
			const [first] = addresses.filter(({ address }) => mayReach(address));
			if (first === undefined) return found(new AddressForbidden(), "");
			if (options.all === true) found(null, [first]);
			else found(null, first.address, first.family);
		});
	};

	/** Posts a form, and follows no redirect. Never rejects. */
	return function post(url: string, form: Record<string, string>, signal: AbortSignal): Promise<Posted> {
		const target = new URL(url);
		const host = target.hostname.replace(/^\[|\]$/g, "");
		// What is an address already is not looked up.
		if (isIP(host) !== 0 && !mayReach(host)) return Promise.resolve({ failure: "address_forbidden" });
		const body = new URLSearchParams(form).toString();
		const send = target.protocol === "https:" ? requestHttps : requestHttp;
		return new Promise((resolve) => {
			const headers = {
				"content-type": "application/x-www-form-urlencoded",
				"content-length": Buffer.byteLength(body),
			};
			const limits = AbortSignal.any([signal, AbortSignal.timeout(TIME_LIMIT)]);
			const options = { method: "POST", headers, lookup: lookUp, signal: limits, agent: false } as const;
			const request = send(target, options, (response) => {
				let read = 0;
				response.on("data", (chunk: Buffer) => {
					read += chunk.length;
					if (read > MOST_READ) response.destroy();
				});
				response.on("error", () => {});
				response.on("close", () => resolve({ status: response.statusCode ?? 0 }));
			});
			request.on("error", (error) => resolve({ failure: failureOf(error) }));
			request.end(body);
		});
	};
}

class AddressForbidden extends Error {}

/** A word for the log: messages of the network may say more than they should. */
function failureOf(error: Error & { code?: string }): string {
	if (error instanceof AddressForbidden) return "address_forbidden";
	if (error.name === "AbortError" || error.name === "TimeoutError") return "timeout";
	return /^[A-Z_]{3,40}$/.test(error.code ?? "") ? String(error.code).toLowerCase() : "unreachable";
}
