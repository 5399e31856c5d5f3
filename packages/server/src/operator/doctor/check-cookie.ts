import type { Config } from "../../platform/config/config.ts";
import { createCookies } from "../../platform/http/cookies.ts";
import { trimWhiteSpace } from "../../platform/lib/trim-white-space.ts";
import { type Check, failed, ok } from "./check.ts";
import { get } from "./get.ts";

/**
 * Whether a browser would keep the session cookie. Checks the pre-session cookie, which has the same name rules and
 * attributes and needs no login.
 */
export async function checkCookie(config: Config): Promise<Check[]> {
	const { baseUrl } = config;
	const { session, preSession } = createCookies(config);
	const result = await get(`${baseUrl}/api/auth/csrf`);
	const advice =
		"Let the reverse proxy pass Set-Cookie on unchanged: no proxy_cookie_path, no proxy_cookie_domain.";
	if ("problem" in result)
		return [failed("cookie", `the CSRF operation does not answer: ${result.problem}`, advice)];
	const line = result.response.headers.getSetCookie().find((each) => each.startsWith(`${preSession.name}=`));
	if (line === undefined) {
		return [
			failed(
				"cookie",
				`the cookie ${preSession.name} does not arrive (status ${result.response.status})`,
				advice,
			),
		];
	}
	const refusal = cookieRefusal(line, baseUrl);
	if (refusal !== null)
		return [failed("cookie", `a browser would not keep ${session.name} as it is meant: ${refusal}`, advice)];
	return [ok("cookie", `a browser keeps ${session.name}`)];
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
