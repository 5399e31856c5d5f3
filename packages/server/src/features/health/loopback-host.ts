import { isIPv4, isIPv6 } from "node:net";

/**
 * Whether a Host header names this machine as itself. A web page elsewhere can point a name of its own at 127.0.0.1 and
 * then read what listens there as if it were its own site (DNS rebinding); the browser still sends that name.
 * HTTP/1.0 knows no Host; browsers always send one.
 */
export function isLoopbackHost(host: string | undefined): boolean {
	return host === undefined || loopback.test(host);
}

/** `localhost` and names below it never leave the machine (RFC 6761 section 6.3). */
const loopback = /^(127(\.\d{1,3}){3}|\[::1\]|([a-z0-9-]+\.)*localhost)\.?(:\d{1,5})?$/i;

/** Whether a Host header is an IP address, with any port: no name, so DNS cannot point it elsewhere. */
export function isAddressHost(host = ""): boolean {
	const [, v6 = "", v4 = ""] = /^(?:\[(.+)\]|([\d.]+))(?::\d{1,5})?$/.exec(host) ?? [];
	return isIPv6(v6) || isIPv4(v4);
}
