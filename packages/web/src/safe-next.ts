/**
 * Where to go after a login: `next` if it is a path of this service (below the base URL, on its origin), otherwise the account
 * page. Always returns a path, never a full URL, so it cannot lead to another host (ASVS 3.7.2).
 */
export function safeNext(next: string | null, baseUrl: string): string {
	const base = new URL(baseUrl);
	const prefix = base.pathname.replace(/\/+$/, "");
	const account = `${prefix}/account`;
	if (next === null || next.length > 2048 || !next.startsWith("/") || hasTricks(next)) return account;

	const target = URL.parse(next, base.origin);
	if (target === null || target.origin !== base.origin) return account;
	const path = decoded(target.pathname);
	// Text still encoded after one decoding was encoded twice, unlike our links.
	if (path === null || path.includes("//") || path.includes("%") || hasTricks(path)) return account;
	if (path !== prefix && !path.startsWith(`${prefix}/`)) return account;
	if (path.split("/").includes("..") || path === `${prefix}/login`) return account;
	// Both pages ask for the same; what comes after them is meant.
	if (path === `${prefix}/reauthenticate`) return safeNext(target.searchParams.get("next"), baseUrl);
	return target.pathname + target.search + target.hash;
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
