import { acrOf, type Principal } from "../../credentials/session/session.ts";
import type { UserClaims } from "../../credentials/token/user-claims.ts";
import { shortName } from "../../identity/user/profile-size.ts";

/** Who calls, for the API behind a gateway. Written once for each principal, which requests of one credential share. */
export function createIdentityHeaders(userClaims: UserClaims) {
	const written = new WeakMap<Principal, Record<string, string>>();
	return function identityHeaders(principal: Principal): Record<string, string> {
		const headers = written.get(principal) ?? write(principal);
		written.set(principal, headers);
		return headers;
	};

	function write({ user, session }: Principal): Record<string, string> {
		const claims = userClaims(user);
		return {
			"x-auth-user-id": user.id,
			// Headers are ASCII, names are not.
			"x-auth-username": encodeURIComponent(user.username),
			"x-auth-role": user.role,
			"x-auth-session-id": session.id,
			"x-auth-authenticated-at": new Date(session.authenticatedAt).toISOString(),
			"x-auth-acr": acrOf(session.amr),
			"x-auth-amr": session.amr.join(" "),
			"x-auth-name": encodeURIComponent(shortName(user.displayName)),
			...(user.email === null ? {} : { "x-auth-email": user.email }),
			...(user.groups.length === 0 ? {} : { "x-auth-groups": user.groups.join(",") }),
			...(Object.keys(claims).length === 0
				? {}
				: { "x-auth-claims": Buffer.from(JSON.stringify(claims)).toString("base64url") }),
		};
	}
}
