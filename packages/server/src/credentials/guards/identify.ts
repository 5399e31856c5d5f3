import type { FastifyRequest } from "fastify";
import { accessKeyForm } from "../../identity/access-key/key-form.ts";
import { LoginError } from "../../platform/errors.ts";
import type { Cookies } from "../../platform/http/cookies.ts";
import type { Csrf } from "../csrf/csrf.ts";
import type { Caller } from "../session/caller.ts";
import type { FindPrincipal } from "../session/find-principal.ts";
import { type Principal, type Session, subjectOf } from "../session/session.ts";
import { csrfHeader, refusalWithToken } from "./csrf-header.ts";

/** Who holds the session that a request came with. */
export type Holder = Pick<Caller, "principal" | "secret">;

const MAXIMUM_AUTHORIZATION = 4608;

export interface IdentifyDependencies {
	cookies: Cookies;
	/** Where no session came along: from the origins that may call, with or without cookies. */
	refuseForeignLogin: (headers: FastifyRequest["headers"]) => void;
	refuseForeignOrigin: (headers: FastifyRequest["headers"]) => void;
	byCookie: FindPrincipal["bySecret"];
	byBearer: (token: string) => Promise<Principal>;
	/** Only cookie sessions become idle; usually there is nothing to wait for. */
	noteUse: FindPrincipal["noteUse"];
	csrf: Csrf;
}

interface Requirements {
	/** With a cookie it takes the CSRF token of its session. */
	unsafe?: boolean;
	/** With a cookie it takes an origin that may call. */
	fromOurOrigin?: boolean;
}

/** Finds the session of a request, by its token or by its cookie. */
export function createIdentify({
	cookies,
	refuseForeignLogin,
	refuseForeignOrigin,
	byCookie,
	byBearer,
	noteUse,
	csrf,
}: IdentifyDependencies) {
	return async function identify(
		request: FastifyRequest,
		{ unsafe = isUnsafe(request.method), fromOurOrigin = unsafe }: Requirements = {},
	): Promise<Holder> {
		const { authorization, cookie } = request.headers;
		if (authorization !== undefined)
			return { principal: await byBearer(bearerToken(authorization)), secret: null };
		const secret = cookies.session.read(cookie);
		// A front end without cookies has no session once its token is gone, and is answered so.
		if (fromOurOrigin) (secret === null ? refuseForeignLogin : refuseForeignOrigin)(request.headers);
		const principal = await byCookie(secret);
		if (unsafe) await checkCsrf(request, principal.session);
		const noted = noteUse(principal);
		if (noted !== undefined) await noted;
		return { principal, secret };
	};

	async function checkCsrf(request: FastifyRequest, session: Session): Promise<void> {
		let token: string | undefined;
		try {
			token = csrfHeader(request);
			csrf.checkOfSession(token, session);
		} catch (error) {
			// In another tab another user has logged in: a page that repeats its act would do it in that name.
			if (await csrf.isOfAnotherUser(token, session))
				throw new LoginError("csrf_invalid", { message: ofAnotherUser, subject: subjectOf(session) });
			throw refusalWithToken(error, () => csrf.forSession(session));
		}
	}
}

const ofAnotherUser =
	"This CSRF token is of a page of another user, or of a session that ended long ago. Load the page again.";

/** The token of `Authorization: Bearer …` (RFC 6750 section 2.1). No other scheme is ever tried. */
function bearerToken(authorization: string): string {
	if (authorization.length > MAXIMUM_AUTHORIZATION) throw new LoginError("invalid_token");
	const match = /^Bearer +([^ ]+)$/i.exec(authorization);
	if (match?.[1] === undefined) throw new LoginError("invalid_token", "Send Authorization: Bearer <token>.");
	if (accessKeyForm.hasForm(match[1]))
		throw new LoginError("invalid_token", "This is an access key. Log in with it first, and send the token.");
	return match[1];
}

export function isUnsafe(method: string): boolean {
	return method !== "GET" && method !== "HEAD";
}
