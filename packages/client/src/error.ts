import type { ErrorCode, PasskeyRequest, Problem } from "./contract.generated.ts";

/**
 * `network_error`: no response, or not in time. `unexpected_answer`: not from the service, such as the page of a proxy.
 * `aborted`: the caller cancelled. `redirected`: a request with a credential was redirected; the redirect was not followed.
 * `not_supported`: the browser does not support passkeys here.
 * `not_repeatable`: the credential was renewed, but the body was a stream and is used up; send the request again.
 */
export type ClientErrorCode =
	| "network_error"
	| "unexpected_answer"
	| "aborted"
	| "redirected"
	| "not_supported"
	| "not_repeatable";

/** New codes may come: treat an unknown one by its status. */
export type Code = ErrorCode | ClientErrorCode | (string & Record<never, never>);

/** One mistake in the body: where (RFC 6901), which rule, what to do. */
export type FieldError = NonNullable<Problem["errors"]>[number];

interface Details {
	/** 0: no response. */
	status?: number | undefined;
	errors?: readonly FieldError[] | undefined;
	/** Seconds. */
	retryAfter?: number | undefined;
	requestId?: string | undefined;
	challenge?: string | undefined;
	expiresAt?: string | undefined;
	methods?: Problem["methods"] | undefined;
	acr?: Problem["acr"] | undefined;
	maxAge?: number | undefined;
	reauthenticateAt?: string | undefined;
	passkey?: PasskeyRequest | undefined;
	trustDevice?: number | undefined;
	cause?: unknown;
}

/** The error of every call: an error response of the service (RFC 9457), or a missing response. */
export class SallyportError extends Error {
	/** Stable and never reused. */
	readonly code: Code;
	/** Of the response; 0: none. */
	readonly status: number;
	/** Mistakes in the body; empty for other errors. */
	readonly errors: readonly FieldError[];
	/** Seconds to wait before the next attempt. */
	readonly retryAfter: number | undefined;
	/** Identifies the request in the log of the service. */
	readonly requestId: string | undefined;
	/** Of `second_factor_required`: for the second step. */
	readonly challenge: string | undefined;
	/** Of `second_factor_required`: when the challenge expires (RFC 3339). */
	readonly expiresAt: string | undefined;
	/** Of `second_factor_required`: how the second step can be taken. */
	readonly methods: Problem["methods"] | undefined;
	/** Of `insufficient_user_authentication` and `reauthentication_required`: the least strength. */
	readonly acr: Problem["acr"] | undefined;
	/** Of the same two: how old the authentication may be, in seconds. */
	readonly maxAge: number | undefined;
	/** Of `insufficient_user_authentication`: the page of the service on which a person authenticates again. */
	readonly reauthenticateAt: string | undefined;
	/** Of `second_factor_required`, where a passkey can be the second step: for `askForPasskey`. */
	readonly passkey: PasskeyRequest | undefined;
	/** Of `second_factor_required`: for how many seconds the user may trust this device; undefined: the service offers no trust. */
	readonly trustDevice: number | undefined;

	constructor(code: Code, message: string, details: Details = {}) {
		super(message, "cause" in details ? { cause: details.cause } : undefined);
		this.name = "SallyportError";
		this.code = code;
		this.status = details.status ?? 0;
		this.errors = details.errors ?? [];
		this.retryAfter = details.retryAfter;
		this.requestId = details.requestId;
		this.challenge = details.challenge;
		this.expiresAt = details.expiresAt;
		this.methods = details.methods;
		this.passkey = details.passkey;
		this.trustDevice = details.trustDevice;
		this.acr = details.acr;
		this.maxAge = details.maxAge;
		this.reauthenticateAt = details.reauthenticateAt;
	}
}
