import type { Client } from "./client.ts";

/** Which application an address belongs to, and what it is for: users are sent there, or the service calls it. */
export interface AddressUse extends Pick<Client, "kind" | "insecure"> {
	use: "redirect" | "call";
}

const LONGEST = 512;
/** The hosts where plain http cannot be intercepted. */
const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);
/** RFC 3986, without quotes: no blanks, no controls, and no letters that look like others. */
const URL_CHARACTERS = /^[A-Za-z0-9\-._~:/?#[\]@!$&()*+,;=%]+$/;
/** What proxies and applications read as a way up, another path or a line end (Keycloak CVE-2026-3872). */
const BENT = /\.\.|;|\\|%(?:0|1|7f|2e|2f|3b|5c)/i;
const USERINFO = /^[^/?]*:\/\/[^/?]*@/;
/** RFC 8252 section 7.1: the name of a domain, backwards. */
const PRIVATE_USE = /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/;

/** What is wrong with an address, as the rest of a sentence; null: nothing. Addresses are compared as text, so one spelling passes. */
export function mistakeInAddress(text: string, of: AddressUse): string | null {
	if (text.length > LONGEST) return `has more than ${LONGEST} characters`;
	if (!URL_CHARACTERS.test(text)) return "has characters that no URL has; percent-encode them (RFC 3986)";
	if (text.includes("#")) return "has a fragment (#); leave it out";
	if (text.includes("*")) return "has a *; list each address in full";
	if (BENT.test(text)) return "has a way up (..), a semicolon, or one of these or a slash percent-encoded";
	if (USERINFO.test(text)) return "has a user or a password before its host";
	const url = URL.parse(text);
	if (url === null) return "is no absolute URL, such as https://app.example.com/callback";
	if (url.href !== text && url.href !== `${text}/`)
		return "is not in the one spelling that browsers send: lower-case scheme and host, no default port";
	return mistakeInScheme(url, of);
}

function mistakeInScheme({ protocol, hostname }: URL, { use, kind, insecure }: AddressUse): string | null {
	const isNative = use === "redirect" && kind === "native";
	const isLoopback = LOOPBACK.has(hostname);
	if (protocol === "https:") {
		return isNative && isLoopback ? "is https on loopback; applications on devices use http there" : null;
	}
	if (protocol === "http:") {
		if (isLoopback || (insecure && !isNative)) return null;
		return isNative
			? "is plain http beyond loopback; use https"
			: "is plain http beyond loopback; use https, or permit it (insecure; --insecure) in a network of your own";
	}
	if (!isNative) return "has another scheme than https";
	return PRIVATE_USE.test(protocol)
		? null
		: "has a scheme of its own without a dot; use the name of a domain backwards, such as com.example.app";
}

/** Whether it takes the permission for plain http. */
export function isInsecureAddress(text: string): boolean {
	const { protocol, hostname } = new URL(text);
	return protocol === "http:" && !LOOPBACK.has(hostname);
}
