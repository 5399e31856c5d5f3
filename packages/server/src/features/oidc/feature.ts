/**
 * OpenID Connect: users log in to other applications through this service.
 *
 * Owns the provider below `/oidc`, and the page on which a login to an application asks its user. The protocol is that of the library
 * oidc-provider; who is logged in, how well, and what an application may know are ours (operations/single-sign-on/).
 *
 *   /oidc/auth → /oidc-login/{uid} → login | reauthentication | consent → /oidc/auth/{uid} → the application → /oidc/token
 */
import type { Refusals } from "../../platform/audit/refusals.ts";
import { LoginError } from "../../platform/errors.ts";
import type { Feature } from "../../platform/feature.ts";
import { corsHeaderNames } from "../../platform/http/cors.ts";
import { handOver } from "../../platform/http/hand-over.ts";
import { clientOf } from "../../platform/http/requester.ts";
import type { ReportedResponse } from "../../platform/http/response-report.ts";
import type { App, Handler } from "../../platform/http/server.ts";
import { basePathOf } from "../../platform/lib/base-path.ts";
import type { Uses } from "../uses.ts";
import { SESSION_COOKIE } from "./configuration.ts";
import { loginRoutes } from "./login-routes.ts";
import { isElsewhere, isOtherLoopback } from "./other-loopback.ts";
import { createProtocolPages, type ProtocolPageUses } from "./protocol-pages.ts";
import { createProviders, type ProviderLog } from "./provider.ts";
import { createRequestScope, hasBasic } from "./request-scope.ts";
import { unavailable } from "./unavailable.ts";

/** Bytes: parameters of a login, or a code with its verifier. */
const BODY_LIMIT = 16_384;
/** Bytes: a logout shows the id token of the login. */
const URL_LIMIT = 8192;
/** Bytes: all of it is stored until the user has answered. */
const LOGIN_URL_LIMIT = 4096;

/** Of a query; applications send about ten. The library's time grows with the square: 4000 would take a third of a second. */
const MOST_PARAMETERS = 100;

/** In this spelling alone: the library takes others too, which no limit and no log would know. */
const SERVED =
	/^(auth|auth\/[\w-]{20,64}|token|token\/revocation|userinfo|jwks|session\/end|session\/end\/(?:confirm|success)|\.well-known\/(?:openid-configuration|oauth-authorization-server))(?:\?|$)/;

/** What programs call; they know the errors of OAuth, and no problem documents. */
const FOR_PROGRAMS = /^[^?]*\/oidc\/(?:token|userinfo)/;

const LOGOUT = "/session/end";

/** What is called by POST alone. */
const posted = /^(token|token\/revocation|session\/end\/confirm)$/;

/** Throws method_not_allowed, where the library would answer "Not Found". */
function requireMethod(path: string, method: string, allow: (methods: string) => void): void {
	const read = ["GET", "HEAD"];
	const served = path === "userinfo" ? [...read, "POST"] : posted.test(path) ? ["POST"] : read;
	if ([...served, "OPTIONS"].includes(method)) return;
	allow([...served, "OPTIONS"].join(", "));
	throw new LoginError("method_not_allowed");
}

/**
 * Applications may ask for a logout by a form (RP-Initiated Logout, section 2). From another site it comes without the session's cookie
 * (SameSite=Lax); the GET that it leads to has it.
 */
function logoutByPost(app: App, address: string): void {
	app.removeAllContentTypeParsers();
	app.addContentTypeParser(
		"application/x-www-form-urlencoded",
		{ parseAs: "string", bodyLimit: URL_LIMIT },
		(_request, body, done) => done(null, body),
	);
	app.post(`/oidc${LOGOUT}`, async ({ body }, reply) =>
		reply.redirect(`${address}?${new URLSearchParams(String(body))}`, 303),
	);
}

/** RFC 8414 section 3.1: of an issuer with a path, the path comes last. With a path before it, that address is not ours. */
function metadataAtRoot(app: App, baseUrl: string): void {
	if (basePathOf(baseUrl) !== "") return;
	app.get("/.well-known/oauth-authorization-server/oidc", async (_request, reply) =>
		reply.redirect(`${baseUrl}/oidc/.well-known/openid-configuration`, 302),
	);
}

/** Most who come here have the issuer with a slash at its end. */
function nothingAt(baseUrl: string): never {
	const metadata = `${baseUrl}/oidc/.well-known/openid-configuration`;
	const message = `The metadata is at ${metadata}, and the issuer has no slash at its end.`;
	throw new LoginError("not_found", message);
}

export interface OidcUses extends Pick<ProtocolPageUses, "plainPage" | "pageOf"> {
	showConsent: Handler;
	refusals: Refusals;
	log: ProviderLog;
	/** Counts a response. */
	responded: (responded: ReportedResponse) => void;
}

export function createOidcFeature(
	uses: Uses<
		| "config"
		| "clock"
		| "cookies"
		| "guards"
		| "findCallerByCookie"
		| "singleSignOn"
		| "endSession"
		| "oidcKeys"
		| "oidcKeyRotation"
	>,
	given: OidcUses,
): Feature {
	const { config, clock, cookies, findCallerByCookie, singleSignOn } = uses;
	const { baseUrl } = config;
	const scope = createRequestScope();
	const { access, storage } = singleSignOn;
	const pages = createProtocolPages({ ...uses, ...given, scope });
	const providers = createProviders({
		...{ config, clock, cookies, access, storage, scope, pages },
		keys: uses.oidcKeys,
		ensureKeys: uses.oidcKeyRotation.ensure,
		...{ refusals: given.refusals, log: given.log },
	});

	function provider(app: App): void {
		app.removeAllContentTypeParsers();
		const reading = { parseAs: "buffer", bodyLimit: BODY_LIMIT } as const;
		app.addContentTypeParser("*", reading, (_request, body, done) => done(null, body));
		const isHandedOver = new WeakSet<object>();
		app.addHook("onResponse", (request, reply, done) => {
			const route = request.routeOptions.url ?? null;
			if (isHandedOver.has(request)) {
				const { statusCode: status } = reply.raw;
				given.responded({ route, status, code: null, took: reply.elapsedTime, body: undefined });
			}
			done();
		});
		// Refused before the provider had it, by the first look into the database.
		app.addHook("onSend", async (request, reply, payload) => {
			if (reply.statusCode !== 503 || !FOR_PROGRAMS.test(request.url)) return payload;
			reply.header("content-type", "application/json");
			return JSON.stringify(unavailable);
		});
		app.all("/oidc", async () => nothingAt(baseUrl));
		app.all("/oidc/*", { config: { urlLimit: URL_LIMIT } }, async (request, reply) => {
			const rest = request.url.slice(`${basePathOf(baseUrl)}/oidc/`.length);
			const [, path = ""] = SERVED.exec(rest) ?? [];
			if (path === "") return nothingAt(baseUrl);
			requireMethod(path, request.method, (methods) => void reply.header("allow", methods));
			if (rest.split("&").length > MOST_PARAMETERS)
				throw new LoginError("application_request_invalid", "The request has too many parameters.");
			if (path === "auth" && request.method === "GET" && isOtherLoopback(request.raw, baseUrl))
				return reply.redirect(`${baseUrl}/oidc/${rest}`, 303);
			if (path === "auth" && request.url.length > LOGIN_URL_LIMIT) throw new LoginError("uri_too_long");
			const { handle } = await providers.current();
			const principal = await findCallerByCookie(request);
			const requester = clientOf(request);
			if (path === "auth")
				await access.countBegun(principal, requester.address, (headers) => void reply.headers(headers));
			const isLogout = path.startsWith("session/end");
			const scoped = {
				...{ principal, isLogout, isBasic: hasBasic(request.raw), requester },
				isElsewhere: isElsewhere(request, baseUrl),
			};
			isHandedOver.add(request);
			// Origins that may call the API are others than those of applications, which the provider knows.
			for (const name of corsHeaderNames) reply.removeHeader(name);
			return handOver(request, reply, {
				...{ baseUrl, mount: "/oidc" },
				cookie: { name: SESSION_COOKIE, value: principal?.session.id ?? null },
				answer: (raw, response) => scope.run(scoped, () => handle(raw, response)),
			});
		});
	}

	return {
		name: "Single sign-on",
		description:
			"What the page of a login to an application asks; only the browser that began it is answered.",
		routes(app) {
			app.register((below: App, _options, done) => {
				provider(below);
				done();
			});
			app.register((below: App, _options, done) => {
				logoutByPost(below, `${baseUrl}/oidc${LOGOUT}`);
				done();
			});
			metadataAtRoot(app, baseUrl);
			loginRoutes(app, { ...uses, showConsent: given.showConsent });
		},
		// With the first request for it, or the first round: to load it takes the time of several logins.
		maintenance: [{ apart: true, run: async () => void (await providers.load()) }],
	};
}
