import type { VerifyError } from "./verify-error.ts";

export interface Problem {
	status: number;
	headers: Record<string, string>;
	body: string;
}

/** The error response to a refused request, in the format of the service (RFC 9457). */
export function problemOf(error: VerifyError, requestId: string = crypto.randomUUID()): Problem {
	const { code, title, status, message, csrf, retryAfter, wwwAuthenticate } = error;
	const { acr, maxAge, reauthenticateAt, group } = error;
	return {
		status,
		headers: {
			"content-type": "application/problem+json; charset=utf-8",
			"cache-control": "no-store",
			"x-content-type-options": "nosniff",
			"x-request-id": requestId,
			...(wwwAuthenticate === undefined ? {} : { "www-authenticate": wwwAuthenticate }),
			...(retryAfter === undefined ? {} : { "retry-after": String(retryAfter) }),
		},
		body: JSON.stringify({
			type: `urn:sallyport:error:${code}`,
			title,
			status,
			code,
			message,
			requestId,
			csrf,
			retryAfter,
			acr,
			maxAge,
			reauthenticateAt,
			group,
		}),
	};
}
