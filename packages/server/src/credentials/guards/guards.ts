import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from "fastify";
import { LoginError } from "../../platform/errors.ts";
import { refuseForeignMediaType, refuseUnreadable } from "../../platform/http/media-types.ts";
import { createRequesterOf } from "../../platform/http/requester.ts";
import type { CsrfProof } from "../csrf/csrf.ts";
import type { Caller } from "../session/caller.ts";
import { createCsrfBeforeLogin } from "./csrf-header.ts";
import { createIdentify, type Holder, type IdentifyDependencies, isUnsafe } from "./identify.ts";

// On the request itself: a WeakMap costs each check a microsecond, and garbage collection more.
const caller = Symbol("caller");
const proof = Symbol("proof");
type Guarded = FastifyRequest & { [caller]?: Holder; [proof]?: CsrfProof };

/** What beforeLogin found. */
const proofOf = (request: FastifyRequest): CsrfProof => required((request as Guarded)[proof]);
/** What loggedIn found. */
const callerOf = (request: FastifyRequest): Holder => required((request as Guarded)[caller]);
/** What optionallyLoggedIn found. */
const callerIfAny = (request: FastifyRequest): Holder | null => (request as Guarded)[caller] ?? null;

/**
 * The checks before any call that changes or shows something of a user, as hooks that run before the body is read:
 *
 *   before login:  media types → origin → CSRF token of a live page, or of the pre-session cookie
 *   logged in:     media types → bearer: its session | cookie: origin → its session → CSRF token of that session
 *   by cookie:     as logged in, always from our own origin, and no bearer is enough
 *
 * Sessions of access keys get in only where a guard says so: programs log in, renew, log out and ask who they are.
 *
 * Except by cookie, a call that only reads needs neither origin nor CSRF token. Only a request that passed is a use of its session, and keeps it
 * from becoming idle. If Authorization is present the cookie is ignored, and an invalid bearer never falls back to it. The token
 * of a cookie session changes nothing here.
 */
export function createGuards(
	dependencies: IdentifyDependencies & {
		/** Where a person does what a token may not do. */
		accountPage: string;
	},
) {
	const { cookies, accountPage, refuseForeignLogin, refuseForeignOrigin } = dependencies;
	const identify = createIdentify(dependencies);
	const csrfBeforeLogin = createCsrfBeforeLogin(dependencies);
	const requesterOf = createRequesterOf(cookies);

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

	async function admitLogin(request: FastifyRequest, reply: FastifyReply, acceptsKeys: boolean) {
		refuseUnreadable(request.headers.accept);
		refuseForeignMediaType(request.headers);
		refuseForeignLogin(request.headers);
		(request as Guarded)[proof] = await csrfBeforeLogin.check(request, reply, acceptsKeys);
	}

	return {
		async loggedIn(request: FastifyRequest): Promise<void> {
			await loggedInAlsoByKey(request);
			refuseKeys(callerOf(request), accountPage);
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
		/** Guards a call with a body that needs no login: the body is its own proof. */
		open(request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void {
			refuseUnreadable(request.headers.accept);
			refuseForeignMediaType(request.headers);
			done();
		},
		/** Guards a call that needs no login. */
		readable(request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void {
			refuseUnreadable(request.headers.accept);
			done();
		},
		beforeLogin: (request: FastifyRequest, reply: FastifyReply) => admitLogin(request, reply, false),
		/** Also accepts the CSRF token of an access key. */
		beforeLoginAlsoByKey: (request: FastifyRequest, reply: FastifyReply) => admitLogin(request, reply, true),
		withFreshToken: csrfBeforeLogin.withFreshToken,
		/** As loggedIn, for the request that a gateway asks about: unsafe if the gateway says so. */
		async passesGateway(request: FastifyRequest): Promise<void> {
			const methods = methodsBehindGateway(request);
			const unsafe = methods.some((method) => method !== WEB_SOCKET && isUnsafe(method));
			const fromOurOrigin = unsafe || methods.includes(WEB_SOCKET) || opensWebSocket(request);
			(request as Guarded)[caller] = await identify(request, { unsafe, fromOurOrigin });
		},
		/** As loggedInAlsoByKey, but also admits callers without a login; wrong CSRF tokens are still refused. */
		async optionallyLoggedIn(request: FastifyRequest): Promise<void> {
			try {
				await loggedInAlsoByKey(request);
			} catch (error) {
				if (!(error instanceof LoginError) || !notLoggedIn.has(error.code)) throw error;
			}
		},
		proofOf,
		callerOf,
		/** The sender of a request without a login. */
		requesterOf,
		/** What loggedIn found, with its sender, for operations that check a password or a factor. */
		requestingCallerOf: (request: FastifyRequest, reply: FastifyReply): Caller => ({
			...callerOf(request),
			requester: requesterOf(request, reply),
		}),
		callerIfAny,
	};
}

const notByToken =
	"No token may do this: every API that got it could. Send the cookie of a session and the header csrf, or do it on the account page:";

/** A cookie session's token is for APIs: a renewal or a session must not let a copy of it outlive its hour. */
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

/** The method that a gateway reports. A client that adds its own header can only make the check stricter. */
function methodsBehindGateway({ headers }: FastifyRequest): string[] {
	const reported = [headers["x-forwarded-method"], headers["x-original-method"]].flat();
	return reported.filter((method) => method !== undefined && method !== "OPTIONS") as string[];
}

/** As what HTTP/2 opens one (RFC 8441), and a verifier reports it. */
const WEB_SOCKET = "CONNECT";

/**
 * It begins as a GET, and any page of the same site can open one with the cookie. No browser can send a CSRF token with it, and each
 * sends the origin.
 */
function opensWebSocket({ headers }: FastifyRequest): boolean {
	return /websocket/i.test(headers.upgrade ?? "");
}

export function hasBody(request: FastifyRequest): boolean {
	const length = request.headers["content-length"];
	return request.headers["transfer-encoding"] !== undefined || (length !== undefined && length !== "0");
}

function required<T>(value: T | undefined): T {
	if (value === undefined) throw new Error("This route is not behind its guard.");
	return value;
}
