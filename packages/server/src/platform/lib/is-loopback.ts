import { isIPv6 } from "node:net";

/** localhost, 127.0.0.0/8 and ::1, as in URLs: the only hosts where plain http cannot be intercepted. */
export function isLoopback(hostname: string): boolean {
	return (
		hostname === "localhost" ||
		hostname.endsWith(".localhost") ||
		hostname === "[::1]" ||
		/^127(\.\d{1,3}){3}$/.test(hostname)
	);
}

/** The same for an address to listen on or of a peer: IPv6 without brackets, in any spelling. */
export function isLoopbackAddress(host: string): boolean {
	return isLoopback(isIPv6(host) ? new URL(`http://[${host.split("%")[0]}]`).hostname : host.toLowerCase());
}

/** Where a program on this machine reaches a listener, over plain http. */
export function localOrigin(host: string, port: number): string {
	const everywhere = host === "0.0.0.0" || host === "::";
	return `http://${everywhere ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host}:${port}`;
}
