import { VerifyError, type VerifyErrorCode, type VerifyErrorDetails } from "./verify-error.ts";

/** Errors with the challenge for the credential (RFC 6750 section 3.1: `error` only if a token was sent). */
export interface Refusals {
	token(code: VerifyErrorCode, details?: VerifyErrorDetails): VerifyError;
	/** Also for requests without any credential. */
	cookie(code: VerifyErrorCode, details?: VerifyErrorDetails): VerifyError;
}

export function createRefusals(issuer: string): Refusals {
	const challenge = `Bearer realm="${new URL(issuer).host}"`;
	const refuse = (wwwAuthenticate: string) => (code: VerifyErrorCode, details?: VerifyErrorDetails) => {
		const error = new VerifyError(code, { ...details, wwwAuthenticate });
		return error.status === 401 ? error : new VerifyError(code, details);
	};
	return { token: refuse(`${challenge}, error="invalid_token"`), cookie: refuse(challenge) };
}
