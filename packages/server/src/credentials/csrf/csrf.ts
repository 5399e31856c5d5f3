import { createHash } from "node:crypto";
import type { AccessKey } from "../../identity/access-key/access-key.ts";
import { findKeyByCsrf } from "../../identity/access-key/access-key-store.ts";
import { LoginError, type LoginErrorDetails } from "../../platform/errors.ts";
import { randomSecret } from "../../platform/lib/random.ts";
import type { Platform } from "../../platform/platform.ts";
import type { FindPrincipal } from "../session/find-principal.ts";
import { type Principal, type Session, subjectOf } from "../session/session.ts";
import { type CsrfReference, createCsrfValues } from "./csrf-value.ts";

/** What a valid CSRF token says about the caller at login: which page it came from, and nothing about who logs in. */
export interface CsrfProof extends CsrfReference {
	/** The live session that the page belonged to, and its user; null before login. */
	principal: Principal | null;
	/** The access key whose value it is, dead or alive; null: it is of a page. */
	accessKey: AccessKey | null;
}

/** The session of the page, if it is one of this user. */
export function sessionOfPage({ principal }: CsrfProof, username: string): Session | null {
	return principal?.user.username === username ? principal.session : null;
}

interface PresentedCsrf {
	/** The header, as it came. */
	value: string | undefined;
	preSessionSecret: string | null;
	sessionSecret: string | null;
	/** Whether the caller shows itself as a browser. */
	isBrowser: boolean;
	/** Whether the value of an access key will do: at a login alone, where the operation requires a key of the same user. */
	acceptsKeys: boolean;
}

export type Csrf = ReturnType<typeof createCsrf>;

export function createCsrf(platform: Platform, findPrincipal: FindPrincipal) {
	const values = createCsrfValues(platform);

	function open(value: string | undefined, details: LoginErrorDetails = {}) {
		if (value === undefined || value === "") throw new LoginError("csrf_missing", details);
		const reference = values.open(value);
		if (reference === null) throw new LoginError("csrf_invalid", details);
		return reference;
	}

	return {
		forSession: (session: Session) => values.seal({ kind: "session", reference: session.csrfReference }),

		/** A CSRF token for the pre-session cookie; makes a cookie secret when there is none yet. */
		forPreSession(currentSecret: string | null): { value: string; newSecret: string | null } {
			const secret = currentSecret ?? randomSecret(platform.random);
			const value = values.seal({ kind: "pre-session", reference: preSessionReference(secret) });
			return { value, newSecret: currentSecret === null ? secret : null };
		},

		/** Login and setup. Throws csrf_missing or csrf_invalid. */
		async checkBeforeLogin(presented: PresentedCsrf): Promise<CsrfProof> {
			const { value, preSessionSecret, sessionSecret, isBrowser, acceptsKeys } = presented;
			const { kind, reference } = open(value);
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
				// A script may use a copied token beside its cookies; in a browser it must be the page's own.
				const own = await findPrincipal.liveBySecret(sessionSecret);
				if (own?.session.id !== principal.session.id) throw new LoginError("csrf_invalid");
			}
			return { kind, reference, principal, accessKey: null };
		},

		/** Unsafe calls that a cookie authenticates: only the token of that session. Throws csrf_missing, csrf_invalid. */
		checkOfSession(value: string | undefined, session: Session): void {
			const subject = subjectOf(session);
			const { kind, reference } = open(value, { subject });
			if (kind !== "session" || reference !== session.csrfReference)
				throw new LoginError("csrf_invalid", { subject });
		},
	};
}

function preSessionReference(secret: string): string {
	return createHash("sha256").update(secret).digest().subarray(0, 16).toString("base64url");
}
