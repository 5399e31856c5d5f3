import { createHash } from "node:crypto";
import { trimWhiteSpace } from "../lib/trim-white-space.ts";

/**
 * The cookies of the service. On https they carry the `__Host-Http-` prefix: no Domain, Path=/, Secure, set by a
 * server only (draft-ietf-httpbis-layered-cookies; older browsers apply the `__Host-` rules). Several services on one
 * host keep apart by a suffix made of their path prefix.
 */
export interface Cookies {
	session: Cookie;
	preSession: Cookie;
	/** Says that somebody has logged in here before. It outlives the browser session, and gives no identity. */
	device: Cookie;
}

export interface Cookie {
	name: string;
	/** The secret in this cookie; null when absent, malformed, or sent twice (cookie tossing). */
	read(header: string | undefined): string | null;
	/** A Set-Cookie value. */
	set(secret: string): string;
	/** Deletes it; the attributes must be the same, else browsers ignore a `__Host-` deletion. */
	clear(): string;
}

/** 256 bits in base64url: the only shape that is ever issued. */
const SECRET = /^[A-Za-z0-9_-]{43}$/;
/** Sealed, and short by itself; the limit is for what others send. */
const SEALED = /^[A-Za-z0-9_-]{40,512}$/;

interface CookieSettings {
	baseUrl: string;
	cookieSameSite: "Lax" | "Strict";
	/** Milliseconds; the other cookies end with the browser session. */
	deviceLifetime: number;
}

export function createCookies({ baseUrl, cookieSameSite, deviceLifetime }: CookieSettings): Cookies {
	const { protocol, pathname } = new URL(baseUrl);
	const secure = protocol === "https:";
	const suffix =
		pathname === "/" ? "" : `-${createHash("sha256").update(pathname).digest("hex").slice(0, 6)}`;
	const cookie = (role: string, sameSite: string, shape: RegExp, lifetime = ""): Cookie => {
		const name = `${secure ? "__Host-Http-" : ""}sallyport${suffix}-${role}`;
		const attributes = `Path=/; HttpOnly; SameSite=${sameSite}${secure ? "; Secure" : ""}`;
		return {
			name,
			read: (header) => readCookie(header, name, shape),
			set: (secret) => `${name}=${secret}; ${attributes}${lifetime}`,
			clear: () => `${name}=; ${attributes}; Max-Age=0`,
		};
	};
	return {
		session: cookie("sid", cookieSameSite, SECRET),
		preSession: cookie("pre", "Strict", SECRET),
		device: cookie("device", "Strict", SEALED, `; Max-Age=${Math.floor(deviceLifetime / 1000)}`),
	};
}

function readCookie(header: string | undefined, name: string, shape: RegExp): string | null {
	if (header === undefined) return null;
	const values = header
		.split(";")
		.map(trimWhiteSpace)
		.filter((pair) => pair.startsWith(`${name}=`))
		.map((pair) => pair.slice(name.length + 1));
	const [value] = values;
	return values.length === 1 && value !== undefined && shape.test(value) ? value : null;
}
