import type { FastifyReply, FastifyRequest } from "fastify";
import type { KnownDevices, TrustingUser } from "../identity/device/known-devices.ts";
import type { Cookies } from "../platform/http/cookies.ts";
import type { Clock } from "../platform/lib/clock.ts";
import type { Csrf } from "./csrf/csrf.ts";
import type { Session } from "./session/session.ts";
import type { IssueToken } from "./token/issue-token.ts";
import type { ClaimedUser } from "./token/user-claims.ts";

interface Given {
	user: ClaimedUser & TrustingUser;
	session: Session;
	/** The cookie secret; null in token mode. */
	secret: string | null;
	message: string;
	/** All that a login requires was proven, minutes ago at most: the device becomes a known one. */
	remembersDevice?: boolean;
	/** The second factor was right too, and the user trusts the device from now on. */
	trustDevice?: boolean;
}

/**
 * Answers with the credential of a session: a token in the body, or a cookie with a CSRF token. The one place where
 * a credential leaves the service; the secret of a cookie is never in a body (ASVS 3.3.4).
 */
export function createGiveCredential(dependencies: {
	cookies: Cookies;
	csrf: Csrf;
	issueToken: IssueToken;
	clock: Clock;
	/** The device cookie after a login of the user. */
	devices: Pick<KnownDevices, "remember">;
}) {
	const { cookies, csrf, issueToken, clock, devices } = dependencies;

	function giveDevice(reply: FastifyReply, { user, remembersDevice, trustDevice }: Given): void {
		if (remembersDevice !== true) return;
		const current = cookies.device.read(reply.request.headers.cookie);
		reply.header("set-cookie", cookies.device.set(devices.remember(current, user, trustDevice)));
	}

	/** A script with a copied CSRF token keeps no cookies. */
	function keepsCookies({ headers }: FastifyRequest): boolean {
		return Object.values(cookies).some((cookie) => cookie.read(headers.cookie) !== null);
	}

	function byCookie(reply: FastifyReply, given: Given) {
		const { user, session, secret, message } = given;
		if (secret === null) throw new Error("This session has no cookie secret.");
		// A cookie that the client has already is not sent again: it could arrive after a newer one and replace it.
		const isNew = cookies.session.read(reply.request.headers.cookie) !== secret;
		const maxAge = session.absoluteLimit === null ? undefined : session.expiresAt - clock();
		const cookie = isNew ? [cookies.session.set(secret, maxAge)] : [];
		reply.header("set-cookie", [...cookie, cookies.preSession.clear()]);
		giveDevice(reply, given);
		return {
			id: user.id,
			message,
			csrf: csrf.forSession(session),
			expiresAt: new Date(session.expiresAt).toISOString(),
		};
	}

	async function byToken({ user, session, message }: Pick<Given, "user" | "session" | "message">) {
		return { id: user.id, message, token: await issueToken(session, user) };
	}

	return {
		byCookie,
		byToken,
		/** By token or by cookie, as the session was started. */
		async byKind(reply: FastifyReply, given: Given) {
			if (given.secret !== null) return byCookie(reply, given);
			if (keepsCookies(reply.request)) giveDevice(reply, given);
			return byToken(given);
		},
	};
}
