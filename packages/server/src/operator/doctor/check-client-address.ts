import type { Config } from "../../platform/config/config.ts";
import { TRACE_HEADER, type TracedRequest } from "../../platform/http/request-trace.ts";
import { ask } from "./ask.ts";
import { type Check, ok, warning } from "./check.ts";

const NAME = "client address";
const SAME = "so all clients share one budget of failed logins";

/**
 * Which client the service sees when it is called at the base URL, and why. Only the service knows: the call carries a
 * header that makes it remember, and the operations listener, on loopback, tells what it saw.
 */
export async function checkClientAddress({ baseUrl, operationsPort }: Config): Promise<Check[]> {
	const asked = await ask(`${baseUrl}/healthz`, { [TRACE_HEADER]: "1" });
	const requestId = "answer" in asked ? asked.answer.headers.get("x-request-id") : null;
	if (requestId === null) {
		const fact = "the answer came without X-Request-Id";
		return [warning(NAME, fact, "Let the reverse proxy pass that header and /healthz on.")];
	}
	const seen = await ask(`http://127.0.0.1:${operationsPort}/requests/${encodeURIComponent(requestId)}`);
	if ("problem" in seen) {
		const fact = `the operations listener of this machine does not answer: ${seen.problem}`;
		return [warning(NAME, fact, "Run doctor where the service runs, with its SALLYPORT_OPERATIONS_PORT.")];
	}
	if (seen.answer.status !== 200 || seen.answer.body === null) {
		const fact = "the call was answered by another instance than the one on this machine";
		return [warning(NAME, fact, "Run doctor again, or on the machine of that instance.")];
	}
	return [judge(seen.answer.body as unknown as TracedRequest, baseUrl.startsWith("https:"))];
}

/** What the way of a call means for throttling. Everything in it that came from outside is an address. */
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
				`${trust}. If not, somebody is guessing.`,
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
