import { LoginError } from "../../platform/errors.ts";
import { sha256 } from "../../platform/lib/hash.ts";
import type { Platform } from "../../platform/platform.ts";
import type { LastSeen } from "./last-seen.ts";
import { liveness, type Principal, type Session, subjectOf } from "./session.ts";
import { createSessionLookUp } from "./session-lookup-store.ts";

export type FindPrincipal = ReturnType<typeof createFindPrincipal>;

/**
 * The user and the session of a credential, by the current state of the row: never a cached one, so that an ended session
 * is refused at once (ASVS 7.4.1). Finding a session is not yet using it: a check that follows may refuse the request.
 */
export function createFindPrincipal({ opened, clock }: Platform, noteUse: LastSeen["note"]) {
	const lookUp = createSessionLookUp(opened);

	const find = (secret: string | null) =>
		secret === null ? null : lookUp.bySecretHash(sha256(secret), clock());

	function requireLive(principal: Principal | null, kind: Session["kind"]): Principal {
		if (principal === null) throw new LoginError("unauthenticated");
		const { session } = principal;
		const state = liveness(session, clock());
		if (state !== "live") throw new LoginError(state, { subject: { ...subjectOf(session), kind } });
		return principal;
	}

	function ifLive(principal: Principal | null): Principal | null {
		return principal !== null && liveness(principal.session, clock()) === "live" ? principal : null;
	}

	return {
		/** Throws unauthenticated, session_expired or session_ended. */
		bySecret: async (secret: string | null) => requireLive(await find(secret), "cookie"),
		/** For the verified claims of a token. Throws as bySecret does. */
		async byToken({ sessionId, userId }: { sessionId: string; userId: string }): Promise<Principal> {
			const principal = await lookUp.byId(sessionId);
			if (principal === null || principal.user.id !== userId) throw new LoginError("invalid_token");
			const { kind, statusListEntry } = principal.session;
			// A cookie session that got no token.
			if (kind === "cookie" && statusListEntry === null) throw new LoginError("invalid_token");
			return requireLive(principal, "token");
		},
		/** A session that was found before, as it is now. Throws as bySecret does. */
		again: async ({ id, kind }: Session) => requireLive(await lookUp.byId(id), kind),
		/** null when there is none or it does not live. */
		byCsrfReference: async (reference: string) => ifLive(await lookUp.byCsrfReference(reference)),
		/** Whose page it is, also after its session; null when that is not known any more. */
		userOfPage: async (reference: string) => (await lookUp.byCsrfReference(reference))?.user.id ?? null,
		/** null instead of an error: for pages and for answers that are the same without a session. */
		liveBySecret: async (secret: string | null) => ifLive(await find(secret)),
		/** By the id of a session that an application was logged in with; null when it does not live. */
		liveById: async (sessionId: string) => ifLive(await lookUp.byId(sessionId)),
		/** Call it after the last check that could refuse the request: only what is accepted prolongs the session. */
		noteUse,
	};
}
