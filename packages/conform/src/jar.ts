import type { HttpResponse } from "./response.ts";

/** The cookies of one browser for one host and one path. */
export interface Jar {
	keep(response: HttpResponse): void;
	/** A Cookie header; empty without cookies. */
	header(): Record<string, string>;
	/** By the end of its name, such as "-sid"; null when there is none. */
	find(suffix: string): { name: string; value: string } | null;
}

export function createJar(): Jar {
	const cookies = new Map<string, string>();
	return {
		keep({ headers }) {
			for (const line of headers.getSetCookie()) {
				const { name, value, attributes } = parseSetCookie(line);
				if (attributes.get("max-age") === "0") cookies.delete(name);
				else cookies.set(name, value);
			}
		},
		header(): Record<string, string> {
			if (cookies.size === 0) return {};
			return { cookie: [...cookies].map((pair) => pair.join("=")).join("; ") };
		},
		find(suffix) {
			for (const [name, value] of cookies) if (name.endsWith(suffix)) return { name, value };
			return null;
		},
	};
}

export interface SetCookie {
	name: string;
	value: string;
	/** By lower-case name; an empty string for those without a value. */
	attributes: Map<string, string>;
}

export function parseSetCookie(line: string): SetCookie {
	const [pair = "", ...rest] = line.split(";").map((part) => part.trim());
	const attributes = rest.map((part): [string, string] => {
		const at = part.indexOf("=");
		return at < 0 ? [part.toLowerCase(), ""] : [part.slice(0, at).toLowerCase(), part.slice(at + 1)];
	});
	const at = pair.indexOf("=");
	return { name: pair.slice(0, at), value: pair.slice(at + 1), attributes: new Map(attributes) };
}
