/**
 * The cookies of the service, in memory, for platforms without a cookie store (Node, Deno, Bun). Browsers hide Set-Cookie and
 * keep the cookies themselves: there the jar stays empty.
 */
export interface CookieJar {
	keep(headers: Headers): void;
	/** The header Cookie; undefined without cookies. */
	header(): string | undefined;
}

export function createCookieJar(): CookieJar {
	const cookies = new Map<string, string>();
	return {
		keep(headers) {
			for (const line of headers.getSetCookie?.() ?? []) {
				const [pair = ""] = line.split(";", 1);
				const name = pair.slice(0, pair.indexOf("="));
				if (/;\s*max-age=0/i.test(line)) cookies.delete(name);
				else cookies.set(name, pair);
			}
		},
		header: () => (cookies.size > 0 ? [...cookies.values()].join("; ") : undefined),
	};
}
