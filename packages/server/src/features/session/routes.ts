/**
 * Sessions, of both modes in one list: see them, renew the own one, end any of them at once.
 *
 * Owns the operations; the rows and the rules are in credentials/session/.
 *
 *   active → expired (idle, absolute) | ended (logout, revoked, …)      nothing leads back
 *
 * A credential is checked against its row at each call. The routes inside `loggedIn` demand a session.
 */

import type { GiveCredential } from "../../credentials/give-credential.ts";
import type { Guards } from "../../credentials/guards/guards.ts";
import type { EndSession } from "../../credentials/session/end-session.ts";
import type { createRenew } from "../../credentials/session/renew.ts";
import type { SessionWithClient } from "../../credentials/session/session.ts";
import { clientOf } from "../../platform/http/client.ts";
import type { Cookies } from "../../platform/http/cookies.ts";
import { facts } from "../../platform/http/route.ts";
import type { App } from "../../platform/http/server.ts";
import { EndedAnswer, MessageAnswer, SessionAnswer, SessionList, TokenAnswer, WhoAmI } from "./answers.ts";
import { describePrincipal, describeSession } from "./describe-session.ts";

interface SessionRoutes {
	guards: Guards;
	cookies: Cookies;
	listSessions: (userId: string) => Promise<SessionWithClient[]>;
	renew: ReturnType<typeof createRenew>;
	endSession: EndSession;
	giveCredential: GiveCredential;
}

const tags = ["Sessions"];

export function sessionRoutes(app: App, dependencies: SessionRoutes): void {
	const { guards, cookies, endSession } = dependencies;
	app.post(
		"/api/auth/logout",
		{
			onRequest: [guards.readable, guards.perhapsLoggedIn],
			schema: {
				operationId: "logOut",
				summary: "Log out",
				description:
					"Ends this session and clears its cookie. The answer is the same when there is no session.",
				tags,
				response: { 200: MessageAnswer },
				...facts("optional-session", [], ["Set-Cookie", "Clear-Site-Data"]),
			},
		},
		async (request, reply) => {
			const caller = guards.perhapsCallerOf(request);
			if (caller !== null) await endSession.logOut(caller.principal, clientOf(request));
			// A logout by token leaves the browser's cookie session alone.
			if (request.headers.authorization === undefined)
				reply.headers({ "set-cookie": cookies.session.clear(), "clear-site-data": '"cache", "storage"' });
			return { message: "Logged out" };
		},
	);

	app.register((scope: App, _options, done) => {
		scope.addHook("onRequest", guards.readable);
		scope.addHook("onRequest", guards.loggedIn);
		ownSession(scope, dependencies);
		listAndEnd(scope, dependencies);
		done();
	});
}

function ownSession(app: App, { guards, renew, giveCredential }: SessionRoutes): void {
	app.get(
		"/api/auth/session",
		{
			schema: {
				operationId: "getSession",
				summary: "Who am I",
				tags,
				response: { 200: WhoAmI },
				...facts("session"),
			},
		},
		async (request) => describePrincipal(guards.callerOf(request).principal),
	);

	app.post(
		"/api/auth/renew",
		{
			schema: {
				operationId: "renewSession",
				summary: "Renew",
				description:
					"A new token of the same session, or a new secret in the cookie. Renewals at once are all answered. A session renewed less than 5 seconds ago is not extended again, and keeps its secret.",
				tags,
				response: { 200: { anyOf: [TokenAnswer, SessionAnswer] } },
				...facts("session", [], ["Set-Cookie"]),
			},
		},
		async (request, reply) => {
			const { principal, secret } = guards.callerOf(request);
			const renewed = await renew(principal, secret, clientOf(request));
			return giveCredential.ofItsKind(reply, {
				...renewed,
				user: principal.user,
				message: "Session renewed",
			});
		},
	);
}

function listAndEnd(app: App, { guards, cookies, listSessions, endSession }: SessionRoutes): void {
	app.get(
		"/api/auth/sessions",
		{
			schema: {
				operationId: "listSessions",
				summary: "List own sessions",
				tags,
				response: { 200: SessionList },
				...facts("session"),
			},
		},
		async (request) => {
			const { user, session } = guards.callerOf(request).principal;
			const sessions = await listSessions(user.id);
			return {
				sessions: sessions.map((each) => ({
					...describeSession(each),
					current: each.id === session.id,
					clientAddress: each.clientAddress,
					userAgent: each.userAgent,
				})),
			};
		},
	);

	app.delete(
		"/api/auth/sessions",
		{
			schema: {
				operationId: "endOtherSessions",
				summary: "End all other sessions",
				tags,
				response: { 200: EndedAnswer },
				...facts("session", ["reauthentication_required"]),
			},
		},
		async (request) => {
			const ended = await endSession.others(guards.callerOf(request).principal, clientOf(request));
			return { message: "All other sessions ended", ended };
		},
	);

	app.delete(
		"/api/auth/sessions/:id",
		{
			schema: {
				operationId: "endSession",
				summary: "End one own session",
				tags,
				params: {
					type: "object",
					required: ["id"],
					properties: { id: { type: "string", description: "Member id of the list." } },
				},
				response: { 200: MessageAnswer },
				...facts("session", ["reauthentication_required", "not_found"], ["Set-Cookie"]),
			},
		},
		async (request, reply) => {
			const { principal } = guards.callerOf(request);
			await endSession.one(principal, request.params.id, clientOf(request));
			if (request.params.id === principal.session.id) reply.header("set-cookie", cookies.session.clear());
			return { message: "Session ended" };
		},
	);
}
