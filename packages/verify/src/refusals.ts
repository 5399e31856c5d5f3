import { acrValues, type ReadDemand } from "./demand.ts";
import { VerifyError, type VerifyErrorCode, type VerifyErrorDetails } from "./verify-error.ts";

/** Errors with the challenge for the credential (RFC 6750 section 3.1: `error` only if a token was sent). */
export interface Refusals {
	token(code: VerifyErrorCode, details?: VerifyErrorDetails): VerifyError;
	/** Also for requests without any credential. */
	cookie(code: VerifyErrorCode, details?: VerifyErrorDetails): VerifyError;
	/** The credential is good, but more is required (RFC 9470 section 3). */
	notEnough(demand: ReadDemand): VerifyError;
	/** The caller is not in the group that is required (RFC 6750 section 3.1). */
	noMember(demand: ReadDemand): VerifyError;
	/** The caller's access key is limited to other scopes (RFC 6750 section 3.1). */
	outOfScope(demand: ReadDemand): VerifyError;
}

export function createRefusals(issuer: string): Refusals {
	const challenge = `Bearer realm="${new URL(issuer).host}"`;
	const refuse = (wwwAuthenticate: string) => (code: VerifyErrorCode, details?: VerifyErrorDetails) => {
		const error = new VerifyError(code, { ...details, wwwAuthenticate });
		return error.status === 401 ? error : new VerifyError(code, details);
	};
	return {
		token: refuse(`${challenge}, error="invalid_token"`),
		cookie: refuse(challenge),
		notEnough({ acr, maxAge }) {
			const code = "insufficient_user_authentication";
			const required = [`error="${code}"`];
			if (acr !== undefined) required.push(`acr_values="${acrValues(acr)}"`);
			if (maxAge !== undefined) required.push(`max_age="${maxAge}"`);
			const wwwAuthenticate = [challenge, ...required].join(", ");
			const page = `${issuer}/reauthenticate`;
			const reauthenticateAt = acr === undefined ? page : `${page}?acr=${acr}`;
			return new VerifyError(code, { wwwAuthenticate, acr, maxAge, reauthenticateAt });
		},
		noMember({ group }) {
			const wwwAuthenticate = `${challenge}, error="insufficient_scope"`;
			return new VerifyError("forbidden", { wwwAuthenticate, group });
		},
		outOfScope({ scopes }) {
			const code = "insufficient_scope";
			const required = [`error="${code}"`];
			if (scopes.length > 0) required.push(`scope="${scopes.join(" ")}"`);
			return new VerifyError(code, { wwwAuthenticate: [challenge, ...required].join(", ") });
		},
	};
}
