import type { Acr } from "./demand.ts";

/** Codes, statuses and texts of the service, and one more: it could not be reached. */
const kinds = {
	unauthenticated: [401, "Not logged in", "Log in first."],
	invalid_token: [401, "Invalid token", "Log in again and send the new token."],
	session_expired: [401, "Session expired", "The session ran out. Log in again."],
	session_ended: [401, "Session ended", "The session was ended. Log in again."],
	insufficient_user_authentication: [
		401,
		"Insufficient user authentication",
		"Authenticate again, as acr and maxAge say. Then repeat the request.",
	],
	forbidden: [403, "Forbidden", "Only members of the group may do that. Ask the operator to be put into it."],
	insufficient_scope: [
		403,
		"Insufficient scope",
		"This access key is limited to scopes. Use a key with the scope that WWW-Authenticate names; where it names none, no limited key gets in.",
	],
	csrf_missing: [403, "CSRF value missing", "Send the header csrf once; a fresh value is in member csrf."],
	csrf_invalid: [403, "CSRF value invalid", "Repeat the request with the fresh value in member csrf."],
	origin_forbidden: [403, "Origin forbidden", "Call from the service's own pages or from an allowed origin."],
	service_unavailable: [503, "Service unavailable", "Wait as long as Retry-After says, then try again."],
} as const satisfies Record<string, readonly [number, string, string]>;

export type VerifyErrorCode = keyof typeof kinds;

export interface VerifyErrorDetails {
	/** Replaces the sentence of the code. */
	message?: string | undefined;
	/** The value of WWW-Authenticate (RFC 6750 section 3), for every 401, forbidden and insufficient_scope. */
	wwwAuthenticate?: string | undefined;
	/** Seconds. */
	retryAfter?: number | undefined;
	/** A fresh CSRF token, so that a client can retry. */
	csrf?: string | undefined;
	/** How strong an authentication the request needs. */
	acr?: Acr | undefined;
	/** Seconds: how old it may be. */
	maxAge?: number | undefined;
	/** Address of the page on which a person authenticates again. */
	reauthenticateAt?: string | undefined;
	/** The group that the request takes. */
	group?: string | undefined;
	/** For the log, never for the client. */
	cause?: unknown;
}

/** Why a request was refused: a stable code, a public sentence, a private cause. */
export class VerifyError extends Error {
	readonly code: VerifyErrorCode;
	readonly status: 401 | 403 | 503;
	/** Short, the same for every occurrence. */
	readonly title: string;
	readonly wwwAuthenticate: string | undefined;
	readonly retryAfter: number | undefined;
	readonly csrf: string | undefined;
	readonly acr: Acr | undefined;
	readonly maxAge: number | undefined;
	readonly reauthenticateAt: string | undefined;
	readonly group: string | undefined;

	constructor(code: VerifyErrorCode, details: VerifyErrorDetails = {}) {
		const [status, title, message] = kinds[code];
		super(details.message ?? message, { cause: details.cause });
		this.name = "VerifyError";
		this.code = code;
		this.status = status;
		this.title = title;
		this.wwwAuthenticate = details.wwwAuthenticate;
		this.retryAfter = details.retryAfter;
		this.csrf = details.csrf;
		this.acr = details.acr;
		this.maxAge = details.maxAge;
		this.reauthenticateAt = details.reauthenticateAt;
		this.group = details.group;
	}
}

export function isVerifyErrorCode(code: unknown): code is VerifyErrorCode {
	return typeof code === "string" && Object.hasOwn(kinds, code);
}

/** The service could not be reached, or its response made no sense. */
export function unavailable(cause: unknown, retryAfter = 1): VerifyError {
	return new VerifyError("service_unavailable", { cause, retryAfter });
}
