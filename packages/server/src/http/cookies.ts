import { createHash } from "node:crypto";

/**
 * The two cookies of the service. On https they carry the `__Host-Http-` prefix: no Domain, Path=/, Secure, set by a
 * server only (draft-ietf-httpbis-layered-cookies; older browsers apply the `__Host-` rules). Several services on one
 * host keep apart by a suffix made of their path prefix.
 */
export interface Cookies {
	session: Cookie;
	preSession: Cookie;
}

export interface Cookie {
	name: string;
	/** The secret in this cookie; null when absent, malformed, or sent twice (cookie tossing). */
	read(header: string | undefined): string | null;
	/** A Set-Cookie value. No Max-Age: the cookie ends with the browser session. */
	set(secret: string): string;
	/** Deletes it; the attributes must be the same, else browsers ignore a `__Host-` deletion. */
	clear(): string;
}

/** 256 bits in base64url: the only shape that is ever issued. */
const SECRET = /^[A-Za-z0-9_-]{43}$/;

export function createCookies(baseUrl: string, sessionSameSite: "Lax" | "Strict"): Cookies {
	const { protocol, pathname } = new URL(baseUrl);
	const secure = protocol === "https:";
	const suffix =
		pathname === "/" ? "" : `-${createHash("sha256").update(pathname).digest("hex").slice(0, 6)}`;
	const cookie = (role: string, sameSite: string): Cookie => {
		const name = `${secure ? "__Host-Http-" : ""}sallyport${suffix}-${role}`;
		const attributes = `Path=/; HttpOnly; SameSite=${sameSite}${secure ? "; Secure" : ""}`;
		return {
			name,
			read: (header) => readCookie(header, name),
			set: (secret) => `${name}=${secret}; ${attributes}`,
			clear: () => `${name}=; ${attributes}; Max-Age=0`,
		};
	};
	return { session: cookie("sid", sessionSameSite), preSession: cookie("pre", "Strict") };
}

function readCookie(header: string | undefined, name: string): string | null {
	if (header === undefined) return null;
	const values = header
		.split(";")
		.map((pair) => pair.trim())
		.filter((pair) => pair.startsWith(`${name}=`))
		.map((pair) => pair.slice(name.length + 1));
	const [value] = values;
	return values.length === 1 && value !== undefined && SECRET.test(value) ? value : null;
}
