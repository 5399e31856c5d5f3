import type { Config } from "../../platform/config/config.ts";
import { TRACE_HEADER, type TracedRequest } from "../../platform/http/request-trace.ts";
import { type Check, ok, warning } from "./check.ts";
import { get } from "./get.ts";

const NAME = "client address";
const SAME = "so all clients share one budget of failed logins";

/**
 * Which client address the service sees for a request to the base URL, and why. A header makes the service keep what it saw,
 * and the operations listener, on loopback, reports it.
 */
export async function checkClientAddress({ baseUrl, operationsPort }: Config): Promise<Check[]> {
	const result = await get(`${baseUrl}/healthz`, { [TRACE_HEADER]: "1" });
	const requestId = "response" in result ? result.response.headers.get("x-request-id") : null;
	if (requestId === null) {
		const fact = "the response came without X-Request-Id";
		return [warning(NAME, fact, "Let the reverse proxy pass that header and /healthz on.")];
	}
	const seen = await get(`http://127.0.0.1:${operationsPort}/requests/${encodeURIComponent(requestId)}`);
	if ("problem" in seen) {
		const fact = `the operations listener of this machine does not answer: ${seen.problem}`;
		return [warning(NAME, fact, "Run doctor where the service runs, with its SALLYPORT_OPERATIONS_PORT.")];
	}
	if (seen.response.status !== 200 || seen.response.body === null) {
		const fact = "the call was answered by another instance than the one on this machine";
		return [warning(NAME, fact, "Run doctor again, or on the machine of that instance.")];
	}
	return [judge(seen.response.body as unknown as TracedRequest, baseUrl.startsWith("https:"))];
}

/** What that means for throttling. All text from outside in it is a valid address. */
export function judge(
	{ peer, peerTrusted, forwarded, address, reason }: TracedRequest,
	https: boolean,
): Check {
	const trust = `If ${peer} is your reverse proxy: SALLYPORT_TRUSTED_PROXIES=${peer}`;
	const chain = forwarded.map((hop) => hop ?? "(no address)").join(", ");
	switch (reason) {
		case "forwarded":
			return ok(NAME, `this call came from ${address}: proxy ${peer} is trusted and forwarded ${chain}`);
		case "peer_not_trusted":
			return warning(
				NAME,
				`${peer} forwarded ${chain}, but is not trusted, ${SAME}`,
				`${trust}. If not, someone is guessing.`,
			);
		case "malformed":
			return warning(
				NAME,
				`the trusted proxy ${peer} forwarded what is no address (${chain}), ${SAME}`,
				"Let the proxy write X-Forwarded-For itself and drop what clients send.",
			);
		case "no_header":
			if (peerTrusted) {
				return warning(
					NAME,
					`the trusted proxy ${peer} sent no X-Forwarded-For, ${SAME}`,
					"Let it send that header.",
				);
			}
			if (!https) return ok(NAME, `this call came from ${address}, without a proxy`);
			return warning(
				NAME,
				`the base URL is https, but calls arrive from ${peer} without X-Forwarded-For, ${SAME}`,
				`Let the proxy that ends TLS send that header. ${trust}`,
			);
	}
}
