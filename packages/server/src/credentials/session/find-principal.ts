import { LoginError } from "../../platform/errors.ts";
import type { Clock } from "../../platform/lib/clock.ts";
import { sha256 } from "../../platform/lib/hash.ts";
import { liveness, type Principal, subjectOf } from "./session.ts";
import type { SessionLookUp } from "./session-lookup-store.ts";

/**
 * The user and the session of a credential, by the present state of the row: never a cached one, so that an ended session
 * is refused at once (ASVS 7.4.1). To find a session is not yet a use of it: a check that follows may refuse the request.
 */
export interface FindPrincipal {
	/** Throws unauthenticated, session_expired or session_ended. */
	bySecret(secret: string | null): Promise<Principal>;
	/** For the verified claims of a token. Throws as bySecret does. */
	byToken(claims: { sessionId: string; userId: string }): Promise<Principal>;
	/** null when there is none or it does not live. */
	byCsrfReference(reference: string): Promise<Principal | null>;
	/** null instead of an error: for pages and for answers that are the same without a session. */
	liveBySecret(secret: string | null): Promise<Principal | null>;
	/** Call it after the last check that could refuse the request: only what is accepted prolongs the session. */
	noteUse(principal: Principal): Promise<void> | undefined;
}

export function createFindPrincipal(dependencies: {
	lookUp: SessionLookUp;
	clock: Clock;
	noteUse: FindPrincipal["noteUse"];
}): FindPrincipal {
	const { lookUp, clock, noteUse } = dependencies;

	function demandLive(principal: Principal | null): Principal {
		if (principal === null) throw new LoginError("unauthenticated");
		const state = liveness(principal.session, clock());
		if (state !== "live") throw new LoginError(state, { subject: subjectOf(principal.session) });
		return principal;
	}

	async function bySecret(secret: string | null): Promise<Principal> {
		const found = secret === null ? null : await lookUp.bySecretHash(sha256(secret), clock());
		return demandLive(found);
	}

	return {
		bySecret,
		async byToken({ sessionId, userId }) {
			const principal = await lookUp.byId(sessionId);
			if (principal === null || principal.user.id !== userId || principal.session.kind !== "token") {
				throw new LoginError("invalid_token");
			}
			return demandLive(principal);
		},
		async byCsrfReference(reference) {
			const principal = await lookUp.byCsrfReference(reference);
			return principal !== null && liveness(principal.session, clock()) === "live" ? principal : null;
		},
		async liveBySecret(secret) {
			try {
				return await bySecret(secret);
			} catch (error) {
				if (error instanceof LoginError) return null;
				throw error;
			}
		},
		noteUse,
	};
}
