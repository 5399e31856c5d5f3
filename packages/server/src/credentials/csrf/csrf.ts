import { createHash } from "node:crypto";
import type { AccessKey } from "../../identity/access-key/access-key.ts";
import { findKeyByCsrf } from "../../identity/access-key/access-key-store.ts";
import { LoginError, type LoginErrorDetails } from "../../platform/errors.ts";
import { randomSecret } from "../../platform/lib/random.ts";
import type { Platform } from "../../platform/platform.ts";
import type { FindPrincipal } from "../session/find-principal.ts";
import { type Principal, type Session, subjectOf } from "../session/session.ts";
import { type CsrfReference, createCsrfTokens } from "./csrf-token.ts";

/** What a valid CSRF token says about the caller at login: which page it came from, and nothing about who logs in. */
export interface CsrfProof extends CsrfReference {
	/** The live session that the page belonged to, and its user; null before login. */
	principal: Principal | null;
	/** The access key whose token it is, even one that has ended; null: it belongs to a page. */
	accessKey: AccessKey | null;
}

/** The session of the page, if it is one of this user. */
export function sessionOfPage({ principal }: CsrfProof, username: string): Session | null {
	return principal?.user.username === username ? principal.session : null;
}

interface PresentedCsrf {
	/** The header, as it came. */
	token: string | undefined;
	preSessionSecret: string | null;
	sessionSecret: string | null;
	/** Whether the caller shows itself as a browser. */
	isBrowser: boolean;
	/** Whether the token of an access key is accepted: only at a login, where the operation requires a key of the same user. */
	acceptsKeys: boolean;
}

export type Csrf = ReturnType<typeof createCsrf>;

export function createCsrf(platform: Platform, findPrincipal: FindPrincipal) {
	const tokens = createCsrfTokens(platform);

	function open(token: string | undefined, details: LoginErrorDetails = {}) {
		if (token === undefined || token === "") throw new LoginError("csrf_missing", details);
		const reference = tokens.open(token);
		if (reference === null) throw new LoginError("csrf_invalid", details);
		return reference;
	}

	return {
		forSession: (session: Session) => tokens.seal({ kind: "session", reference: session.csrfReference }),

		/** A CSRF token for the pre-session cookie; makes a cookie secret when there is none yet. */
		forPreSession(currentSecret: string | null): { token: string; newSecret: string | null } {
			const secret = currentSecret ?? randomSecret(platform.random);
			const token = tokens.seal({ kind: "pre-session", reference: preSessionReference(secret) });
			return { token, newSecret: currentSecret === null ? secret : null };
		},

		/** Login and setup. Throws csrf_missing or csrf_invalid. */
		async checkBeforeLogin(presented: PresentedCsrf): Promise<CsrfProof> {
			const { token, preSessionSecret, sessionSecret, isBrowser, acceptsKeys } = presented;
			const { kind, reference } = open(token);
			if (kind === "access-key") {
				const accessKey = acceptsKeys ? await findKeyByCsrf(platform.opened.reads, reference) : null;
				if (accessKey === null) throw new LoginError("csrf_invalid");
				return { kind, reference, principal: null, accessKey };
			}
			if (kind === "pre-session") {
				// Useless without its cookie: anyone can get such a token.
				if (preSessionSecret === null || preSessionReference(preSessionSecret) !== reference) {
					throw new LoginError("csrf_invalid");
				}
				return { kind, reference, principal: null, accessKey: null };
			}
			const principal = await findPrincipal.byCsrfReference(reference);
			if (principal === null) throw new LoginError("csrf_invalid");
			if (isBrowser && sessionSecret !== null) {
				// A script may send a copied token with its cookies; a browser must send that of its own session.
				const own = await findPrincipal.liveBySecret(sessionSecret);
				if (own?.session.id !== principal.session.id) throw new LoginError("csrf_invalid");
			}
			return { kind, reference, principal, accessKey: null };
		},

		/** For unsafe calls that a cookie authenticates: only the token of that session is good. Throws csrf_missing, csrf_invalid. */
		checkOfSession(token: string | undefined, session: Session): void {
			const subject = subjectOf(session);
			const { kind, reference } = open(token, { subject });
			if (kind !== "session" || reference !== session.csrfReference)
				throw new LoginError("csrf_invalid", { subject });
		},

		/** Whether the token is of a page of another user, or of one that is not known any more. */
		async isOfAnotherUser(token: string | undefined, { userId }: Session): Promise<boolean> {
			const shown = token === undefined ? null : tokens.open(token);
			if (shown?.kind !== "session") return false;
			return (await findPrincipal.userOfPage(shown.reference)) !== userId;
		},
	};
}

function preSessionReference(secret: string): string {
	return createHash("sha256").update(secret).digest().subarray(0, 16).toString("base64url");
}
