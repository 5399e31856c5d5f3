import type { FastifyReply } from "fastify";
import type { Cookies } from "./cookies.ts";

interface CredentialDependencies<Session> {
	cookies: Cookies;
	issueToken: (session: Session, role: string) => Promise<string>;
	csrfFor: (session: Session) => string;
}

interface Given<Session> {
	user: { id: string; role: string };
	session: Session;
	/** The cookie secret; null in token mode. */
	secret: string | null;
	message: string;
}

/**
 * Answers with the credential of a session: a token in the body, or a cookie beside a csrf value. The one place where
 * a credential leaves the service; the secret of a cookie is never in a body (ASVS 3.3.4).
 */
export interface GiveCredential<Session> {
	/** As the session is: by token or by cookie. */
	ofItsKind(reply: FastifyReply, given: Given<Session>): Promise<TokenGiven | CookieGiven>;
	byCookie(reply: FastifyReply, given: Given<Session>): CookieGiven;
}

interface TokenGiven {
	id: string;
	message: string;
	token: string;
}

interface CookieGiven {
	id: string;
	message: string;
	csrf: string;
	expiresAt: string;
}

export function createGiveCredential<Session extends { expiresAt: number }>(
	dependencies: CredentialDependencies<Session>,
): GiveCredential<Session> {
	const { cookies, issueToken, csrfFor } = dependencies;

	function byCookie(reply: FastifyReply, { user, session, secret, message }: Given<Session>): CookieGiven {
		if (secret === null) throw new Error("This session has no cookie secret.");
		reply.header("set-cookie", [cookies.session.set(secret), cookies.preSession.clear()]);
		return {
			id: user.id,
			message,
			csrf: csrfFor(session),
			expiresAt: new Date(session.expiresAt).toISOString(),
		};
	}

	return {
		byCookie,
		async ofItsKind(reply, given) {
			if (given.secret !== null) return byCookie(reply, given);
			return {
				id: given.user.id,
				message: given.message,
				token: await issueToken(given.session, given.user.role),
			};
		},
	};
}
