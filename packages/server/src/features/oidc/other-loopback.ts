import type { IncomingMessage } from "node:http";

const names = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Whether a browser came by another name of this machine than the base URL has: the cookie of its login would be one of that name, and
 * missing where the login continues. Other names are left alone: a proxy may have written them, and the redirect would come back with the
 * same one. With the port of the base URL there is no proxy in between.
 */
export function isOtherLoopback({ headers, socket }: IncomingMessage, baseUrl: string): boolean {
	const base = new URL(baseUrl);
	const asked = URL.parse(`${base.protocol}//${headers.host}`);
	const isEncrypted = "encrypted" in socket;
	return (
		asked !== null &&
		isEncrypted === (base.protocol === "https:") &&
		[asked, base].every(({ hostname }) => names.includes(hostname)) &&
		asked.port === base.port &&
		asked.hostname !== base.hostname
	);
}

/** Whether a browser came by another address than the base URL, where the cookie of its login is missing. Only changes what the page says. */
export function isElsewhere({ host }: { host: string }, baseUrl: string): boolean {
	const base = new URL(baseUrl);
	return URL.parse(`${base.protocol}//${host}`)?.host !== base.host;
}
