import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from "fastify";
import { LoginError } from "../../platform/errors.ts";
import type { Cookies } from "../../platform/http/cookies.ts";
import { refuseForeignMediaType, refuseUnreadable } from "../../platform/http/media-types.ts";
import { createRequesterOf } from "../../platform/http/requester.ts";
import type { Csrf, CsrfProof } from "../csrf/csrf.ts";
import type { Caller } from "../session/caller.ts";
import type { FindPrincipal } from "../session/find-principal.ts";
import type { Principal, Session } from "../session/session.ts";
import { isBrowser } from "./origin-gate.ts";

/** Who holds the session that a request came with. */
type Holder = Pick<Caller, "principal" | "secret">;

const MAXIMUM_AUTHORIZATION = 4608;
const MAXIMUM_CSRF = 512;

/**
 * What comes before a call that changes or shows anything of a user, as hooks that run before a body is read:
 *
 *   before login:  media types → origin → CSRF token of a live page, or of the pre-session cookie
 *   logged in:     media types → bearer: its session | cookie: origin → its session → CSRF token of that session
 *   by cookie:     as logged in, and every bearer is refused before anything else is looked at
 *
 * Sessions of access keys get in only where a guard says so: programs log in, renew, log out and ask who they are.
 *
 * A call that only reads needs neither origin nor CSRF token. Only a request that passed is a use of its session, and keeps it
 * from becoming idle. If Authorization is present the cookie is ignored, and an invalid bearer never falls back to it. The token
 * of a cookie session changes nothing here.
 */
export function createGuards(dependencies: {
	cookies: Cookies;
	refuseForeignOrigin: (headers: FastifyRequest["headers"]) => void;
	byCookie: FindPrincipal["bySecret"];
	byBearer: (token: string) => Promise<Principal>;
	/** Only cookie sessions become idle; usually there is nothing to wait for. */
	noteUse: FindPrincipal["noteUse"];
	csrf: Csrf;
	/** Where a person does what a token may not do. */
	accountPage: string;
}) {
	const { cookies, accountPage, refuseForeignOrigin, byCookie, byBearer, noteUse, csrf } = dependencies;
	const requesterOf = createRequesterOf(cookies);
	// On the request itself: a WeakMap costs each check a microsecond, and garbage collection more.
	const caller = Symbol("caller");
	const proof = Symbol("proof");
	type Guarded = FastifyRequest & { [caller]?: Holder; [proof]?: CsrfProof };

	async function identify(request: FastifyRequest, unsafe = isUnsafe(request.method)): Promise<Holder> {
		const { authorization, cookie } = request.headers;
		if (authorization !== undefined)
			return { principal: await byBearer(bearerToken(authorization)), secret: null };
		if (unsafe) refuseForeignOrigin(request.headers);
		const secret = cookies.session.read(cookie);
		const principal = await byCookie(secret);
		if (unsafe) checkCsrf(request, principal.session);
		const noted = noteUse(principal);
		if (noted !== undefined) await noted;
		return { principal, secret };
	}

	function checkCsrf(request: FastifyRequest, session: Session): void {
		try {
			csrf.checkOfSession(csrfHeader(request), session);
		} catch (error) {
			throw withFreshValue(error, () => csrf.forSession(session));
		}
	}

	async function admit(request: FastifyRequest): Promise<Holder> {
		refuseUnreadable(request.headers.accept);
		if (hasBody(request)) refuseForeignMediaType(request.headers);
		return identify(request);
	}

	async function loggedInAlsoByKey(request: FastifyRequest): Promise<void> {
		const found = await admit(request);
		if (isUnsafe(request.method)) refuseTokenOfCookie(found);
		(request as Guarded)[caller] = found;
	}

	async function checkBeforeLogin(
		request: FastifyRequest,
		reply: FastifyReply,
		acceptsKeys: boolean,
	): Promise<void> {
		refuseUnreadable(request.headers.accept);
		refuseForeignMediaType(request.headers);
		refuseForeignOrigin(request.headers);
		try {
			(request as Guarded)[proof] = await csrf.checkBeforeLogin({
				value: csrfHeader(request),
				preSessionSecret: cookies.preSession.read(request.headers.cookie),
				sessionSecret: cookies.session.read(request.headers.cookie),
				isBrowser: isBrowser(request.headers),
				acceptsKeys,
			});
		} catch (error) {
			throw repairable(request, reply, error);
		}
	}

	/** A refused CSRF token of a login is answered with a good one, and the cookie that it takes. */
	function repairable(request: FastifyRequest, reply: FastifyReply, error: unknown): unknown {
		return withFreshValue(error, () => {
			const { value, newSecret } = csrf.forPreSession(cookies.preSession.read(request.headers.cookie));
			if (newSecret !== null) reply.header("set-cookie", cookies.preSession.set(newSecret));
			return value;
		});
	}

	return {
		async loggedIn(request: FastifyRequest): Promise<void> {
			await loggedInAlsoByKey(request);
			refuseKeys(required((request as Guarded)[caller]), accountPage);
		},
		loggedInAlsoByKey,
		/**
		 * As loggedIn, for how a user logs in and for all their data: not by a token, which every API that got it could use, and not by a
		 * link of another site.
		 */
		async loggedInByCookie(request: FastifyRequest): Promise<void> {
			refuseUnreadable(request.headers.accept);
			if (request.headers.authorization === undefined) refuseForeignOrigin(request.headers);
			const found = await admit(request);
			if (found.secret === null) throw new LoginError("forbidden", `${notByToken} ${accountPage}`);
			(request as Guarded)[caller] = found;
		},
		/** Guards a call with a body that everyone may make: the body is its own proof. */
		open(request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void {
			refuseUnreadable(request.headers.accept);
			refuseForeignMediaType(request.headers);
			done();
		},
		/** Guards a call that everyone may make. */
		readable(request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void {
			refuseUnreadable(request.headers.accept);
			done();
		},
		beforeLogin: (request: FastifyRequest, reply: FastifyReply) => checkBeforeLogin(request, reply, false),
		/** The value of an access key will do too. */
		beforeLoginAlsoByKey: (request: FastifyRequest, reply: FastifyReply) =>
			checkBeforeLogin(request, reply, true),
		repairable,
		/** As loggedIn, for the request that a gateway asks about: unsafe if the gateway says so. */
		async passesGateway(request: FastifyRequest): Promise<void> {
			(request as Guarded)[caller] = await identify(request, methodsBehindGateway(request).some(isUnsafe));
		},
		/** As loggedInAlsoByKey, but also admits callers without a login; wrong CSRF tokens are still refused. */
		async optionallyLoggedIn(request: FastifyRequest): Promise<void> {
			try {
				await loggedInAlsoByKey(request);
			} catch (error) {
				if (!(error instanceof LoginError) || !notLoggedIn.has(error.code)) throw error;
			}
		},
		/** What beforeLogin found. */
		proofOf: (request: FastifyRequest): CsrfProof => required((request as Guarded)[proof]),
		/** What loggedIn found. */
		callerOf: (request: FastifyRequest): Holder => required((request as Guarded)[caller]),
		/** The sender of a request without a login. */
		requesterOf,
		/** What loggedIn found, with its sender, for operations that check a password or a factor. */
		requestingCallerOf: (request: FastifyRequest, reply: FastifyReply): Caller => ({
			...required((request as Guarded)[caller]),
			requester: requesterOf(request, reply),
		}),
		/** What optionallyLoggedIn found. */
		callerIfAny: (request: FastifyRequest): Holder | null => (request as Guarded)[caller] ?? null,
	};
}

const notByToken =
	"No token may do this: every API that got it could. Send the cookie of a session and the header csrf, or do it on the account page:";

/** It is for APIs: a copy of it must not outlive its hour, by a renewal or as a session. */
function refuseTokenOfCookie({ principal, secret }: Holder): void {
	if (secret !== null || principal.session.kind === "token") return;
	const message =
		"This token belongs to a cookie session, and reads only here. Send the cookie and the header csrf.";
	throw new LoginError("forbidden", message);
}

/** A key that leaks must not change its account, its factors or its own limits. */
function refuseKeys({ principal }: Holder, accountPage: string): void {
	if (principal.session.accessKey === null) return;
	const message = `An access key logs in, renews, logs out and is checked, and nothing else. Its user does this on the account page: ${accountPage}`;
	throw new LoginError("forbidden", message);
}

const notLoggedIn = new Set(["unauthenticated", "invalid_token", "session_expired", "session_ended"]);

/** The token of `Authorization: Bearer …` (RFC 6750 section 2.1). No other scheme is ever tried. */
function bearerToken(authorization: string): string {
	if (authorization.length > MAXIMUM_AUTHORIZATION) throw new LoginError("invalid_token");
	const match = /^Bearer +([^ ]+)$/i.exec(authorization);
	if (match?.[1] === undefined) throw new LoginError("invalid_token", "Send Authorization: Bearer <token>.");
	return match[1];
}

/** A header sent twice arrives joined by a comma, which no value contains. */
function csrfHeader(request: FastifyRequest): string | undefined {
	const value = request.headers.csrf;
	if (value === undefined) return undefined;
	const text = Array.isArray(value) ? value.join(", ") : value;
	if (text.length > MAXIMUM_CSRF) throw new LoginError("csrf_invalid");
	return text;
}

/** A refused CSRF token is answered with a good one, so that a client repairs itself with one retry. */
function withFreshValue(error: unknown, fresh: () => string): unknown {
	if (!(error instanceof LoginError) || !error.code.startsWith("csrf_")) return error;
	return new LoginError(error.code, { ...error.details, csrf: fresh() });
}

function isUnsafe(method: string): boolean {
	return method !== "GET" && method !== "HEAD";
}

/** The method that a gateway reports. A client that adds its own header can only make the check stricter. */
function methodsBehindGateway({ headers }: FastifyRequest): string[] {
	const reported = [headers["x-forwarded-method"], headers["x-original-method"]].flat();
	return reported.filter((method) => method !== undefined && method !== "OPTIONS") as string[];
}

function hasBody(request: FastifyRequest): boolean {
	const length = request.headers["content-length"];
	return request.headers["transfer-encoding"] !== undefined || (length !== undefined && length !== "0");
}

function required<T>(value: T | undefined): T {
	if (value === undefined) throw new Error("This route is not behind its guard.");
	return value;
}
