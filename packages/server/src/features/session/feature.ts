/**
 * Sessions, of both modes in one list: see them, renew one's own, end any of them at once.
 *
 * Routes of operations/session/; the rows and their life are in credentials/session/.
 *
 *   active → expired (idle, absolute) | ended (logout, revoked, …)      nothing leads back
 *
 * A credential is checked against its row at each call. The routes inside `loggedIn` require a session.
 */
import { describePrincipal, describeSession } from "../../operations/session/describe-session.ts";
import { LoginError } from "../../platform/errors.ts";
import type { Feature } from "../../platform/feature.ts";
import { clientOf } from "../../platform/http/requester.ts";
import type { App } from "../../platform/http/server.ts";
import { operation } from "../../platform/openapi/operation.ts";
import { CredentialAnswer, ownId, TokenAnswer } from "../schemas/common.ts";
import { EndedAnswer, MessageAnswer, SessionList, WhoAmI } from "../schemas/session.ts";
import type { Parts } from "../uses.ts";

const tags = ["Sessions"] as const;

const logOut = operation({
	operationId: "logOut",
	summary: "Log out",
	description: "Ends this session and clears its cookie. The answer is the same when there is no session.",
	tags,
	response: { 200: MessageAnswer },
	access: "optional-session",
	responseHeaders: ["Set-Cookie", "Clear-Site-Data"],
});

const getSession = operation({
	operationId: "getSession",
	summary: "Who am I",
	tags,
	response: { 200: WhoAmI },
	access: "session",
});

const renewSession = operation({
	operationId: "renewSession",
	summary: "Renew",
	description:
		"A new token of the same session, or a new secret in the cookie. Renewals at once are all answered. A session renewed less than 5 seconds ago is not extended again, and keeps its secret.",
	tags,
	response: { 200: CredentialAnswer },
	access: "session",
	responseHeaders: ["Set-Cookie"],
});

const getToken = operation({
	operationId: "getToken",
	summary: "Get a token of a cookie session",
	description:
		"For a front end or an app that keeps a cookie and calls other APIs. The token ends with its session, and lives no longer; at this service it reads only. Ask again when it is about to expire. Only by the cookie: a token gets no other one.",
	tags,
	response: { 200: TokenAnswer },
	access: "session",
});

const listSessions = operation({
	operationId: "listSessions",
	summary: "List own sessions",
	description: "This one, and those that were used last: 100 at most.",
	tags,
	response: { 200: SessionList },
	access: "session",
	errors: ["forbidden"],
});

const endOtherSessions = operation({
	operationId: "endOtherSessions",
	summary: "End all other sessions",
	tags,
	response: { 200: EndedAnswer },
	access: "session",
	errors: ["reauthentication_required"],
});

const endOneSession = operation({
	operationId: "endSession",
	summary: "End one own session",
	tags,
	params: ownId,
	response: { 200: MessageAnswer },
	access: "session",
	errors: ["reauthentication_required", "not_found", "rate_limited"],
	responseHeaders: ["Set-Cookie"],
});

export function createSessionFeature({
	config,
	guards,
	cookies,
	renew,
	enterStatusList,
	giveCredential,
	endSession,
	failedSince,
	listOwnSessions,
}: Parts): Feature {
	// Behind a prefix the origin is that of other applications, too (ASVS 14.3.1 is about our own data).
	const ownsOrigin = new URL(config.baseUrl).pathname === "/";

	function routes(app: App): void {
		const optionallyLoggedIn = guards.optionallyLoggedIn;
		app.post(
			"/api/auth/logout",
			{ onRequest: optionallyLoggedIn, schema: logOut },
			async (request, reply) => {
				const caller = guards.callerIfAny(request);
				if (caller !== null) await endSession.logOut(caller.principal, clientOf(request));
				// A logout by token leaves the browser's cookie session alone.
				if (request.headers.authorization === undefined) {
					reply.header("set-cookie", cookies.session.clear());
					if (ownsOrigin) reply.header("clear-site-data", '"cache", "storage"');
				}
				return { message: "Logged out" };
			},
		);

		app.register((scope: App, _options, done) => {
			scope.addHook("onRequest", guards.loggedInAlsoByKey);
			loggedInAlsoByKey(scope);
			done();
		});
		app.register((scope: App, _options, done) => {
			scope.addHook("onRequest", guards.loggedIn);
			loggedIn(scope);
			done();
		});
	}

	function loggedInAlsoByKey(app: App): void {
		app.get("/api/auth/session", { schema: getSession }, async (request) => {
			const { principal } = guards.callerOf(request);
			return { ...describePrincipal(principal), failedSince: await failedSince(principal.session) };
		});

		app.post("/api/auth/renew", { schema: renewSession }, async (request, reply) => {
			const { principal, secret } = guards.callerOf(request);
			const renewed = await renew(principal, secret, clientOf(request));
			const message = "Session renewed";
			return giveCredential.byKind(reply, { ...renewed, user: principal.user, message });
		});
	}

	function loggedIn(app: App): void {
		app.post("/api/auth/token", { schema: getToken }, async (request) => {
			const { principal, secret } = guards.callerOf(request);
			if (secret === null) throw new LoginError("forbidden", "Renew a token at POST /api/auth/renew.");
			const entered = await enterStatusList(principal, clientOf(request));
			return giveCredential.byToken({ ...entered, message: "Token issued" });
		});

		app.get("/api/auth/sessions", { schema: listSessions }, async (request) => {
			const { session } = guards.callerOf(request).principal;
			const sessions = await listOwnSessions(session);
			return {
				sessions: sessions.map((each) => ({
					...describeSession(each),
					current: each.id === session.id,
					clientAddress: each.clientAddress,
					userAgent: each.userAgent,
				})),
			};
		});

		app.delete("/api/auth/sessions", { schema: endOtherSessions }, async (request) => {
			const ended = await endSession.others(guards.callerOf(request).principal, clientOf(request));
			return { message: "All other sessions ended", ended };
		});

		app.delete("/api/auth/sessions/:id", { schema: endOneSession }, async (request, reply) => {
			const { principal } = guards.callerOf(request);
			await endSession.one(principal, request.params.id, clientOf(request));
			if (request.params.id === principal.session.id) reply.header("set-cookie", cookies.session.clear());
			return { message: "Session ended" };
		});
	}

	return { name: "Sessions", description: "What a login leaves behind, in both modes.", routes };
}
