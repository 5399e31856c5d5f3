import { requireScheme } from "./require-scheme.ts";

/** Whether a credential may be sent to a URL. */
export type MayCarry = (url: URL) => boolean;

/** 127.0.0.0/8, ::1, `localhost` and its subdomains (RFC 6761 section 6.3), which never leave the machine. */
const loopback = /^(127(\.\d{1,3}){3}|\[::1\]|([a-z0-9-]+\.)*localhost)$/;

/**
 * The origins to which a credential may be sent. Throws a TypeError for plain http beyond loopback, unless that is allowed.
 */
export function trustOrigins(urls: readonly string[], allowInsecureHttp = false): MayCarry {
	const origins = new Set(
		urls.map((text) => {
			requireScheme(text);
			const { protocol, hostname, origin } = new URL(text);
			const safe =
				protocol === "https:" || (protocol === "http:" && (allowInsecureHttp || loopback.test(hostname)));
			if (!safe)
				throw new TypeError(`A credential must not travel in the clear: use https instead of ${text}`);
			return origin;
		}),
	);
	// A blob: URL has the origin of its page.
	return ({ protocol, origin }) => /^https?:$/.test(protocol) && origins.has(origin);
}
