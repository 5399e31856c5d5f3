/** Longer addresses than this belong to no front end, and would not fit into the URL of a page. */
const MAXIMUM_LENGTH = 2048;

/**
 * Where a page leads when its form is done, by the parameter `next` of its address: a path of this service (below the base URL, on
 * its origin), or an address on one of the `origins` exactly. null: what was asked for is neither, was asked for twice, or leads to
 * the login page or the API (ASVS 3.7.2). This is the only place that reads it: the page goes where its source says.
 */
export function createSafeNext(baseUrl: string, origins: readonly string[]) {
	const base = new URL(baseUrl);
	const prefix = base.pathname.replace(/\/+$/, "");

	const isBelow = (path: string) => path === prefix || path.startsWith(`${prefix}/`);

	/** To the API, the navigation of the page is a call of the user, freshly authenticated: a link of an attacker would export users. */
	function callsApi(address: string): boolean {
		const { origin, pathname } = new URL(address, base.origin);
		return origin === base.origin && (decoded(pathname) ?? pathname).startsWith(`${prefix}/api/`);
	}

	function ofFrontEnd(next: string): string | null {
		// By the text, which a parser would only tidy up: whatever follows the slash is a path there.
		const isAllowed = origins.some((each) => next === each || next.startsWith(`${each}/`));
		return isAllowed ? new URL(next).href : null;
	}

	function ofThisService(next: string): string | null {
		const target = URL.parse(next, base.origin);
		if (!next.startsWith("/") || target === null || target.origin !== base.origin) return null;
		const path = decoded(target.pathname);
		// Text still encoded after one decoding was encoded twice, unlike our links.
		if (path === null || path.includes("//") || path.includes("%") || hasTricks(path)) return null;
		// Decoded and as it is: to a proxy, /prefix%2f is beside /prefix.
		if (![path, target.pathname].every(isBelow)) return null;
		if (path.split("/").includes("..") || path === `${prefix}/login`) return null;
		// Both pages ask for the same; what comes after them is meant.
		if (path === `${prefix}/reauthenticate`) return safeNext(target.searchParams);
		return target.pathname + target.search + target.hash;
	}

	function safeNext(query: URLSearchParams): string | null {
		const [next, ...more] = query.getAll("next");
		if (next === undefined || more.length > 0) return null;
		if (next.length > MAXIMUM_LENGTH || hasTricks(next)) return null;
		const found = ofFrontEnd(next) ?? ofThisService(next);
		return found === null || callsApi(found) ? null : found;
	}
	return safeNext;
}

/** Browsers treat backslashes as slashes, and their URL parsers drop control characters. */
function hasTricks(text: string): boolean {
	return /[\\ \p{Cc}]/u.test(text);
}

function decoded(path: string): string | null {
	try {
		return decodeURIComponent(path);
	} catch {
		return null;
	}
}
