/** What users find at the base URL while the service runs. */

import { type Check, excerpt, failed, ok, warning } from "../../operations/examination/check.ts";
import type { Config } from "../../platform/config/config.ts";
import { createCookies } from "../../platform/http/cookies.ts";
import { TRACE_HEADER, type TracedRequest } from "../../platform/http/request-trace.ts";
import type { Clock } from "../../platform/lib/clock.ts";
import { isLoopback, localOrigin } from "../../platform/lib/is-loopback.ts";
import { PROGRAM } from "../../platform/lib/package-root.ts";
import { trimWhiteSpace } from "../../platform/lib/trim-white-space.ts";
import { get, type ReceivedResponse } from "./get.ts";

/** Whether the base URL leads to this service; if not, no further check there makes sense. */
export async function* checkBaseUrl(
	{ baseUrl }: Config,
	running: boolean,
	clock: Clock,
): AsyncGenerator<Check, boolean> {
	const sentAt = clock();
	const result = await get(`${baseUrl}/.well-known/oauth-authorization-server`);
	const receivedAt = clock();
	if ("problem" in result) {
		yield running
			? failed(
					"base URL",
					`the service runs, but ${baseUrl} does not lead to it: ${result.problem}`,
					"Check name resolution, the reverse proxy and its certificate (of a private CA: NODE_EXTRA_CA_CERTS), or correct SALLYPORT_BASE_URL.",
				)
			: warning(
					"base URL",
					`nothing answers at ${baseUrl}`,
					`Start the service: ${PROGRAM} serve. If it runs, give this command its settings: SALLYPORT_BASE_URL`,
				);
		return false;
	}
	const { status, headers, body } = result.response;
	const issuer = body?.issuer;
	if (status !== 200 || typeof issuer !== "string") {
		const location = headers.get("location");
		const redirect = location === null ? "" : `, a redirect to ${excerpt(location)}`;
		const fact = `${baseUrl} is answered by something else (status ${status}${redirect})`;
		const advice =
			"Let the reverse proxy pass on every path below it unchanged, or correct SALLYPORT_BASE_URL.";
		yield failed("base URL", fact, advice);
		return false;
	}
	if (issuer !== baseUrl) {
		const fact = `${baseUrl} is answered by a service that calls itself ${excerpt(issuer)}`;
		const advice = "Set SALLYPORT_BASE_URL to the address that users type, and start the service again.";
		yield failed("base URL", fact, advice);
		return false;
	}
	yield ok("base URL", `${baseUrl} leads to this service`);
	yield* checkClock(result.response, sentAt, receivedAt);
	return true;
}

/** The header Date has whole seconds, from some moment between sending and receiving. */
function* checkClock({ headers }: ReceivedResponse, sentAt: number, receivedAt: number): Generator<Check> {
	const date = Date.parse(headers.get("date") ?? "");
	if (Number.isNaN(date)) return;
	const difference = Math.max(0, date - receivedAt) + Math.min(0, date + 1000 - sentAt);
	const seconds = Math.round(difference / 1000);
	const fact = `the response is dated ${seconds} s off this machine`;
	const advice =
		"Synchronize the clocks (NTP): tokens are refused too early, or before they are valid, and so are codes of authenticator apps.";
	if (Math.abs(seconds) <= 5) yield ok("clock", "agrees with the service");
	else yield Math.abs(seconds) > 30 ? failed("clock", fact, advice) : warning("clock", fact, advice);
}

/**
 * Whether a browser would keep the session cookie. Checks the pre-session cookie, which has the same name rules and
 * attributes and needs no login.
 */
export async function checkCookie(config: Config): Promise<Check> {
	const { session, preSession } = createCookies(config);
	const result = await get(`${config.baseUrl}/api/auth/csrf`);
	const advice =
		"Let the reverse proxy pass Set-Cookie on unchanged: no proxy_cookie_path, no proxy_cookie_domain.";
	const bad = (fact: string) => failed("cookie", fact, advice);
	if ("problem" in result) return bad(`the CSRF operation does not answer: ${result.problem}`);
	const { headers, status } = result.response;
	const line = headers.getSetCookie().find((each) => each.startsWith(`${preSession.name}=`));
	if (line === undefined) return bad(`the cookie ${preSession.name} does not arrive (status ${status})`);
	const refusal = cookieRefusal(line, config.baseUrl);
	if (refusal === null) return ok("cookie", `a browser keeps ${session.name}`);
	return bad(`a browser would not keep ${session.name} as it is meant: ${refusal}`);
}

/**
 * Why a browser would reject a cookie (RFC 6265bis sections 4.1.3 and 5.7; draft-ietf-httpbis-layered-cookies for
 * `__Host-Http-`) or keep a changed one; null: it keeps the cookie as sent.
 */
export function cookieRefusal(setCookie: string, baseUrl: string): string | null {
	const { protocol } = new URL(baseUrl);
	const [pair = "", ...written] = setCookie.split(";");
	const name = trimWhiteSpace(pair.slice(0, pair.indexOf("="))).toLowerCase();
	const attributes = new Map(
		written.map((attribute) => {
			const [key = "", value = ""] = attribute.split("=");
			return [trimWhiteSpace(key).toLowerCase(), trimWhiteSpace(value)];
		}),
	);
	const secure = attributes.has("secure");
	if (secure && protocol === "http:") return "it is Secure, but the base URL is plain http";
	if (!secure && protocol === "https:") return "it lost Secure on the way";
	if (name.startsWith("__host-") && attributes.has("domain")) return "a __Host- cookie may have no Domain";
	if (attributes.has("domain")) return "it was given a Domain, and other hosts would see it";
	if (attributes.get("path") !== "/") return "its Path was changed on the way; it must be /";
	if (!attributes.has("httponly")) return "it lost HttpOnly on the way";
	return null;
}

const SAME = "so all clients share one budget of failed logins";

/**
 * Which client address the service sees for a request to the base URL, and why. A header makes the service keep what it saw,
 * and the operations listener, on loopback, reports it.
 */
export async function checkClientAddress(config: Config): Promise<Check> {
	const { baseUrl, operationsHost, operationsPort } = config;
	const doubt = (fact: string, advice: string) => warning("client address", fact, advice);
	const result = await get(`${baseUrl}/healthz`, { [TRACE_HEADER]: "1" });
	const requestId = "response" in result ? result.response.headers.get("x-request-id") : null;
	if (requestId === null) {
		const fact = "the response came without X-Request-Id";
		return doubt(fact, "Let the reverse proxy pass that header and /healthz on.");
	}
	const origin = localOrigin(operationsHost, operationsPort);
	if (!isLoopback(new URL(origin).hostname)) {
		const fact = `the operations listener on ${operationsHost} does not show requests, since doctor cannot ask it on loopback`;
		return doubt(fact, "To check this, set SALLYPORT_OPERATIONS_HOST to 0.0.0.0 or to a loopback address.");
	}
	const seen = await get(`${origin}/requests/${encodeURIComponent(requestId)}`);
	if ("problem" in seen) {
		const fact = `the operations listener of this machine does not answer: ${seen.problem}`;
		return doubt(fact, "Run doctor where the service runs, with its SALLYPORT_OPERATIONS_PORT.");
	}
	if (seen.response.status !== 200 || seen.response.body === null) {
		const fact = "the call was answered by another instance than the one on this machine";
		return doubt(fact, "Run doctor again, or on the machine of that instance.");
	}
	return judge(seen.response.body as unknown as TracedRequest, baseUrl.startsWith("https:"));
}

/** What that means for throttling. All text from outside in it is a valid address. */
export function judge(
	{ peer, peerTrusted, forwarded, address, reason }: TracedRequest,
	https: boolean,
): Check {
	const fine = (fact: string) => ok("client address", fact);
	const doubt = (fact: string, advice: string) => warning("client address", `${fact}, ${SAME}`, advice);
	const trust = `If ${peer} is your reverse proxy: SALLYPORT_TRUSTED_PROXIES=${peer}`;
	const chain = forwarded.map((hop) => hop ?? "(no address)").join(", ");
	switch (reason) {
		case "forwarded":
			return fine(`this call came from ${address}: proxy ${peer} is trusted and forwarded ${chain}`);
		case "peer_not_trusted":
			return doubt(
				`${peer} forwarded ${chain}, but is not trusted`,
				`${trust}. If not, someone is guessing.`,
			);
		case "malformed":
			return doubt(
				`the trusted proxy ${peer} forwarded an invalid address (${chain})`,
				"Let the proxy write X-Forwarded-For itself and drop what clients send.",
			);
		case "no_header":
			if (peerTrusted) {
				const fact = `the trusted proxy ${peer} sent no X-Forwarded-For`;
				return doubt(fact, "Let it send that header.");
			}
			if (!https) return fine(`this call came from ${address}, without a proxy`);
			return doubt(
				`the base URL is https, but calls arrive from ${peer} without X-Forwarded-For`,
				`Let the proxy that ends TLS send that header. ${trust}`,
			);
	}
}
