/**
 * Requests to addresses that operators register, and that names may lead anywhere: to this machine, to the network behind it, to a cloud's
 * metadata. The address is checked when it is resolved, and that one is connected to (OWASP: server-side request forgery).
 */
import { lookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { requestHttp } from "../http/node-http.ts";
import { hostOf, reachable } from "./reachable.ts";

/** Milliseconds, from the look-up to the last byte. */
const TIME_LIMIT = 5_000;
/** Bytes of an answer: it says nothing that is used. */
const MOST_READ = 1_024;

type Posted = { status: number } | { failure: string };

/** `allow`: CIDR ranges that may be reached although they are not public. */
export function createGuardedPost(allow: readonly string[]) {
	const mayReach = reachable(allow);

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
		const host = hostOf(target);
		// What is an address already is not looked up.
		if (isIP(host) !== 0 && !mayReach(host)) return Promise.resolve({ failure: "address_forbidden" });
		const body = new URLSearchParams(form).toString();
		// Loaded when it is first needed: TLS is 3 ms of a start.
		const isHttps = target.protocol === "https:";
		const send = isHttps ? process.getBuiltinModule("node:https").request : requestHttp;
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
