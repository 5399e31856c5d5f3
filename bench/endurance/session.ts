import type { Answer, Request } from "../lib/connection.ts";
import { cookiesOf } from "../lib/visit.ts";
import type { Call, Intent } from "./history.ts";

/** A session as its holder keeps it. */
export interface HeldSession {
	user: string;
	name: string;
	/** How often it was renewed, or may have been. */
	version: number;
	mode: "cookie" | "token";
	/** What reads need. */
	credential: Record<string, string>;
	/** What a cookie's unsafe calls need; null for a token. */
	csrf: string | null;
}

/** Of an answer that hands over a credential, or, by sending no cookie, leaves the present one in force. */
export function heldFrom(
	answer: Answer,
	about: Pick<HeldSession, "user" | "name" | "version"> & { present?: HeldSession["credential"] },
): HeldSession {
	const { user, name, version, present } = about;
	const { token, csrf } = JSON.parse(answer.body) as { token?: string; csrf?: string };
	if (token !== undefined)
		return {
			user,
			name,
			version,
			mode: "token",
			credential: { authorization: `Bearer ${token}` },
			csrf: null,
		};
	const sent = cookiesOf(answer.headers);
	const credential = sent.length === 0 && present !== undefined ? present : { cookie: sent.join("; ") };
	return { user, name, version, mode: "cookie", credential, csrf: csrf ?? "" };
}

export const unsafeHeaders = ({ credential, csrf }: HeldSession): Record<string, string> =>
	csrf === null ? credential : { ...credential, csrf };

export const checkOf = ({ credential }: HeldSession): Request => ({
	path: "/api/auth/session",
	headers: credential,
});

/** A call that shows the session. */
export const intentOf = (
	{ user, name, version, mode }: HeldSession,
	act: Call["act"],
	kind: string,
): Intent => ({
	act,
	kind,
	user,
	session: name,
	// A token goes on until it runs out; only the secrets of a cookie replace each other.
	credential: mode === "cookie" ? `${name}.${version}` : name,
});
