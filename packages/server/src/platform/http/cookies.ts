import { createHash } from "node:crypto";
import type { Config } from "../config/config.ts";
import { trimWhiteSpace } from "../lib/trim-white-space.ts";

/** 256 bits in base64url. */
const SECRET = /^[A-Za-z0-9_-]{43}$/;
/** Random names of the protocol. */
const SECRET_OR_ID = /^[A-Za-z0-9_-]{20,64}$/;
/** A sealed value; ours are short, the limit is for forged ones. */
const SEALED = /^[A-Za-z0-9_-]{40,512}$/;

export type Cookies = ReturnType<typeof createCookies>;

/**
 * The cookies of the service. On https their names begin with `__Host-Http-`: no Domain, Path=/, Secure, set by servers only
 * (draft-ietf-httpbis-layered-cookies; older browsers apply the `__Host-` rules). A suffix derived from the path prefix
 * separates several services on one host.
 */
export function createCookies({
	baseUrl,
	cookieSameSite,
	deviceLifetime,
}: Pick<Config, "baseUrl" | "cookieSameSite" | "deviceLifetime">) {
	const { protocol, pathname } = new URL(baseUrl);
	const secure = protocol === "https:";
	const suffix =
		pathname === "/" ? "" : `-${createHash("sha256").update(pathname).digest("hex").slice(0, 6)}`;
	const cookie = (role: string, sameSite: string, shape: RegExp, lifetime?: number) => {
		const name = `${secure ? "__Host-Http-" : ""}sallyport${suffix}-${role}`;
		const attributes = `Path=/; HttpOnly; SameSite=${sameSite}${secure ? "; Secure" : ""}`;
		return {
			name,
			/** The secret in this cookie; null when absent, malformed, or sent twice (cookie tossing). */
			read: (header: string | undefined) => readCookie(header, name, shape),
			/** A Set-Cookie value. `maxAge`: milliseconds; without it the cookie goes with the browser. */
			set(secret: string, maxAge = lifetime): string {
				const lasts = maxAge === undefined ? "" : `; Max-Age=${Math.floor(maxAge / 1000)}`;
				return `${name}=${secret}; ${attributes}${lasts}`;
			},
			/** Deletes it. The attributes must match, otherwise browsers ignore the deletion of a `__Host-` cookie. */
			clear: () => `${name}=; ${attributes}; Max-Age=0`,
		};
	};
	/** With a path, so that several tabs do not collide: `__Host-` permits none. */
	const pathCookie = (role: string) => {
		const name = `${secure ? "__Secure-" : ""}sallyport${suffix}-${role}`;
		return { name, read: (header: string | undefined) => readCookie(header, name, SECRET_OR_ID) };
	};
	return {
		session: cookie("sid", cookieSameSite, SECRET),
		preSession: cookie("pre", "Strict", SECRET),
		/** That this browser has begun a login to an application, and may answer what it asks. Bound to one path. */
		interaction: pathCookie("oidc"),
		/** That it may continue that login. */
		resume: pathCookie("oidc-resume"),
		/** Marks a browser in which a user has logged in before. Outlives the browser session and proves no identity. */
		device: cookie("device", "Strict", SEALED, deviceLifetime),
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
