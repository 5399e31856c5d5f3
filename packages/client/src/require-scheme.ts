/** Throws a TypeError that writes the URL out for `host`, `host:port`, or one of these with a path. */
export function requireScheme(url: string): void {
	if (!/^(\[|[^/:]+(:\d|\/|$))/.test(url)) return;
	const scheme = /^(localhost|127\.|\[::1)/.test(url) ? "http" : "https";
	throw new TypeError(`Write the scheme too: ${scheme}://${url}`);
}
