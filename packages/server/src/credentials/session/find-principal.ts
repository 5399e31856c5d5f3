import { LoginError } from "../../platform/errors.ts";
import type { Clock } from "../../platform/lib/clock.ts";
import { sha256 } from "../../platform/lib/hash.ts";
import type { TokenClaims } from "../token/verify-token.ts";
import type { LastSeen } from "./last-seen.ts";
import { liveness, type Principal, subjectOf } from "./session.ts";
import type { SessionLookUp } from "./session-lookup-store.ts";

export type FindPrincipal = ReturnType<typeof createFindPrincipal>;

/**
 * The user and the session of a credential, by the present state of the row: never a cached one, so that an ended session
 * is refused at once (ASVS 7.4.1). To find a session is not yet a use of it: a check that follows may refuse the request.
 */
export function createFindPrincipal(dependencies: {
	lookUp: SessionLookUp;
	clock: Clock;
	noteUse: LastSeen["note"];
}) {
	const { lookUp, clock, noteUse } = dependencies;

	function demandLive(principal: Principal | null): Principal {
		if (principal === null) throw new LoginError("unauthenticated");
		const state = liveness(principal.session, clock());
		if (state !== "live") throw new LoginError(state, { subject: subjectOf(principal.session) });
		return principal;
	}

	/** Throws unauthenticated, session_expired or session_ended. */
	async function bySecret(secret: string | null): Promise<Principal> {
		const found = secret === null ? null : await lookUp.bySecretHash(sha256(secret), clock());
		return demandLive(found);
	}

	return {
		bySecret,
		/** For the verified claims of a token. Throws as bySecret does. */
		async byToken({ sessionId, userId }: TokenClaims): Promise<Principal> {
			const principal = await lookUp.byId(sessionId);
			if (principal === null || principal.user.id !== userId || principal.session.kind !== "token") {
				throw new LoginError("invalid_token");
			}
			return demandLive(principal);
		},
		/** null when there is none or it does not live. */
		async byCsrfReference(reference: string): Promise<Principal | null> {
			const principal = await lookUp.byCsrfReference(reference);
			return principal !== null && liveness(principal.session, clock()) === "live" ? principal : null;
		},
		/** null instead of an error: for pages and for answers that are the same without a session. */
		async liveBySecret(secret: string | null): Promise<Principal | null> {
			try {
				return await bySecret(secret);
			} catch (error) {
				if (error instanceof LoginError) return null;
				throw error;
			}
		},
		/** Call it after the last check that could refuse the request: only what is accepted prolongs the session. */
		noteUse,
	};
}
