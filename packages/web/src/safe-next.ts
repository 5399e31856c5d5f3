/**
 * Where to go after a login: `next` if it is a path of this service (below the base URL, on its origin), else the
 * account page. Always answers a path, never a full URL, so it cannot lead to another host (ASVS 3.7.2).
 */
export function safeNext(next: string | null, baseUrl: string): string {
	const base = new URL(baseUrl);
	const prefix = base.pathname.replace(/\/+$/, "");
	const account = `${prefix}/account`;
	if (next === null || next.length > 2048 || !next.startsWith("/") || hasTricks(next)) return account;

	const target = URL.parse(next, base.origin);
	if (target === null || target.origin !== base.origin) return account;
	const path = decoded(target.pathname);
	// Whatever is still encoded after one decoding was encoded twice, which no link of ours is.
	if (path === null || path.includes("//") || path.includes("%") || hasTricks(path)) return account;
	if (path !== prefix && !path.startsWith(`${prefix}/`)) return account;
	if (path.split("/").includes("..") || path === `${prefix}/login`) return account;
	return target.pathname + target.search + target.hash;
}

/** Backslashes count as slashes in browsers; control characters are dropped by their URL parsers. */
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
