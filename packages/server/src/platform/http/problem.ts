import { errorKind, type LoginError } from "../errors.ts";

export const PROBLEM_TYPE = "application/problem+json; charset=utf-8";

/** The body of every error response (RFC 9457); contains no value from outside. Details that are undefined are left out. */
export function problemBody(error: LoginError, requestId: string): string {
	const { status, title } = errorKind(error.code);
	const { errors, csrf, retryAfter, secondFactor, stepUp } = error.details;
	return JSON.stringify({
		type: `urn:sallyport:error:${error.code}`,
		title,
		status,
		code: error.code,
		message: error.message,
		requestId,
		errors,
		csrf,
		retryAfter,
		...secondFactor,
		...stepUp,
	});
}
