import { signJws } from "../../platform/keys/jws.ts";
import type { SigningKeys } from "../../platform/keys/signing-keys.ts";
import type { Clock } from "../../platform/lib/clock.ts";
import { type Random, randomUuid } from "../../platform/lib/random.ts";
import { acrOf, type Session } from "../session/session.ts";
import type { ClaimedUser, UserClaims } from "./user-claims.ts";

export type IssueToken = ReturnType<typeof createIssueToken>;

/**
 * An access token (RFC 9068 but for client_id: it is issued to a user, not to an application). No name, e-mail address or group, unless
 * SALLYPORT_TOKEN_CLAIMS lists it: anyone who has a token can read it (ASVS 14.1.1).
 */
export function createIssueToken(dependencies: {
	keys: SigningKeys;
	clock: Clock;
	random: Random;
	issuer: string;
	audience: string;
	/** The URL of a status list. */
	statusAddress: (list: string) => string;
	userClaims: UserClaims;
}) {
	const { keys, clock, random, issuer, audience, statusAddress, userClaims } = dependencies;
	return async function issueToken(session: Session, user: ClaimedUser & { role: string }): Promise<string> {
		const now = Math.floor(clock() / 1000);
		const { statusListEntry } = session;
		if (statusListEntry === null) throw new Error("This session has no entry in a status list.");
		const { list, index: idx } = statusListEntry;
		const acr = acrOf(session.amr);
		const { accessKey } = session;
		const claims = {
			iss: issuer,
			sub: session.userId,
			aud: audience,
			iat: now,
			nbf: now,
			exp: Math.floor(session.idleExpiresAt / 1000),
			jti: randomUuid(random),
			sid: session.id,
			auth_time: Math.floor(session.authenticatedAt / 1000),
			// Without two-step login a token has no acr, as in earlier releases: none means aal1.
			...(acr === "aal1" ? {} : { acr }),
			amr: session.amr,
			role: user.role,
			...(accessKey === null ? {} : { access_key: accessKey.id }),
			...(accessKey?.scopes == null ? {} : { scope: accessKey.scopes.join(" ") }),
			status: { status_list: { idx, uri: statusAddress(list) } },
			...userClaims(user),
		};
		return signJws("at+jwt", claims, await keys.active());
	};
}
