import { trimWhiteSpace } from "../../platform/lib/trim-white-space.ts";

/**
 * Why a browser would not keep a cookie (RFC 6265bis sections 4.1.3 and 5.7, draft-ietf-httpbis-layered-cookies for
 * `__Host-Http-`), or why it is not the cookie that was sent; null: it is kept as it was meant.
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
