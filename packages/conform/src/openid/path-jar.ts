import { parseSetCookie } from "../jar.ts";
import type { HttpResponse } from "../response.ts";

/** The cookies of one browser for one host: logins to several applications are distinguished by their paths. */
export function createPathJar() {
	let cookies: Array<{ name: string; value: string; path: string }> = [];

	return {
		keep({ headers }: Pick<HttpResponse, "headers">): void {
			for (const line of headers.getSetCookie()) {
				const { name, value, attributes } = parseSetCookie(line);
				const path = attributes.get("path") || "/";
				cookies = cookies.filter((each) => each.name !== name || each.path !== path);
				if (!isOver(attributes)) cookies.push({ name, value, path });
			}
		},
		/** A Cookie header; empty without cookies for that path. */
		headerFor(path: string): Record<string, string> {
			const sent = cookies.filter((each) => reaches(each.path, path));
			if (sent.length === 0) return {};
			return { cookie: sent.map(({ name, value }) => `${name}=${value}`).join("; ") };
		},
	};
}

function isOver(attributes: Map<string, string>): boolean {
	return attributes.get("max-age") === "0" || Date.parse(attributes.get("expires") ?? "") === 0;
}

/** RFC 6265 section 5.1.4. */
function reaches(cookiePath: string, path: string): boolean {
	if (path === cookiePath) return true;
	return path.startsWith(cookiePath.endsWith("/") ? cookiePath : `${cookiePath}/`);
}
