/** Finds the session cookie of the service among those of a request; null when there is none. */
export type FindSessionCookie = (header: string | undefined) => string | null;

/** Anything else was never issued, and must not get into our requests. */
const VALUE = /^[A-Za-z0-9_-]{1,256}$/;

/**
 * Only this cookie is sent to the service: the others belong to other applications. On https its name begins with
 * `__Host-Http-`; a suffix derived from the path separates several services on one host.
 */
export async function createFindSessionCookie(issuer: string): Promise<FindSessionCookie> {
	const { protocol, pathname } = new URL(issuer);
	const suffix = pathname === "/" ? "" : `-${(await sha256(pathname)).slice(0, 6)}`;
	const start = `${protocol === "https:" ? "__Host-Http-" : ""}sallyport${suffix}-sid=`;
	return function findSessionCookie(header) {
		if (header === undefined) return null;
		const found = header
			.split(";")
			.map(trimWhiteSpace)
			.filter((pair) => pair.startsWith(start));
		// If it was sent twice, one was planted, and there is no way to know which.
		const [pair] = found;
		return found.length === 1 && pair !== undefined && VALUE.test(pair.slice(start.length)) ? pair : null;
	};
}

/** `trim()` would also remove U+00A0, the byte A0: `<A0>__Host-…` is an ordinary cookie, which any subdomain may set. */
function trimWhiteSpace(text: string): string {
	let start = 0;
	let end = text.length;
	while (text[start] === " " || text[start] === "\t") start += 1;
	while (end > start && (text[end - 1] === " " || text[end - 1] === "\t")) end -= 1;
	return text.slice(start, end);
}

/** In lower-case hex. */
export async function sha256(text: string): Promise<string> {
	const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
	return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
