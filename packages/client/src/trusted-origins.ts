/** Whether a credential may go to a URL. */
export type MayCarry = (url: URL) => boolean;

/** 127.0.0.0/8, ::1, `localhost` and what stands below it (RFC 6761 section 6.3): these never leave the machine. */
const loopback = /^(127(\.\d{1,3}){3}|\[::1\]|([a-z0-9-]+\.)*localhost)$/;

/**
 * The origins that a credential may go to: exactly these, and only where nobody listens on the way.
 * Throws a TypeError for one with plain http that is not on loopback, unless that is allowed.
 */
export function trustOrigins(urls: readonly string[], allowInsecureHttp = false): MayCarry {
	const origins = new Set(
		urls.map((text) => {
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
