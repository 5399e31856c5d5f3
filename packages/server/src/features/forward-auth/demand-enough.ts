import { type Acr, acrValues, isFresh, type Session } from "../../credentials/session/session.ts";
import { LoginError } from "../../platform/errors.ts";
import type { Platform } from "../../platform/platform.ts";

/** What a gateway demands of an authentication: its strength, and its age in seconds (digits). */
export interface StepUpQuery {
	acr?: Acr;
	maxAge?: string;
}

/** Throws insufficient_user_authentication, with what it takes (RFC 9470 section 3). */
export function createDemandEnough({ clock, config: { baseUrl } }: Platform) {
	return function demandEnough(session: Session, { acr, maxAge }: StepUpQuery): void {
		if (acr === undefined && maxAge === undefined) return;
		const within = maxAge === undefined ? Number.POSITIVE_INFINITY : Number(maxAge) * 1000;
		if (isFresh(session, clock(), { ...(acr && { acr }), within })) return;
		const bearer = ['error="insufficient_user_authentication"'];
		// All that would do; the client may choose.
		if (acr !== undefined) bearer.push(`acr_values="${acrValues.slice(acrValues.indexOf(acr)).join(" ")}"`);
		if (maxAge !== undefined) bearer.push(`max_age="${Number(maxAge)}"`);
		const stepUp = {
			...(acr !== undefined && { acr }),
			...(maxAge !== undefined && { maxAge: Number(maxAge) }),
			reauthenticateAt: `${baseUrl}/reauthenticate`,
		};
		throw new LoginError("insufficient_user_authentication", { stepUp, bearer: bearer.join(", ") });
	};
}
