import type { ErrorCode, Problem } from "./contract.generated.ts";

/**
 * `network_error`: no answer came, or none in time. `unexpected_answer`: not of the service, such as the page of a proxy.
 * `aborted`: the caller gave up. `redirected`: a request that carries a credential was sent elsewhere, and did not go.
 * `not_repeatable`: the credential is renewed, but the body was a stream and is used up; send the request again.
 */
export type ClientErrorCode =
	| "network_error"
	| "unexpected_answer"
	| "aborted"
	| "redirected"
	| "not_repeatable";

/** New codes may come: take one that you do not know by its status. */
export type Code = ErrorCode | ClientErrorCode | (string & Record<never, never>);

/** One thing that is wrong with what was sent: where (RFC 6901), which rule, what to do. */
export type FieldError = NonNullable<Problem["errors"]>[number];

interface Details {
	/** 0: no answer came. */
	status?: number | undefined;
	errors?: readonly FieldError[] | undefined;
	/** Seconds. */
	retryAfter?: number | undefined;
	requestId?: string | undefined;
	cause?: unknown;
}

/** The one error that every call rejects with: a refusal of the service (RFC 9457), or the lack of an answer. */
export class SallyportError extends Error {
	/** Decide by this: codes are stable and never reused. */
	readonly code: Code;
	/** Of the answer; 0: none came. */
	readonly status: number;
	/** What is wrong with what was sent; empty if that is not the matter. */
	readonly errors: readonly FieldError[];
	/** Seconds to wait before the next try. */
	readonly retryAfter: number | undefined;
	/** Tell it to the operator: the log knows more. */
	readonly requestId: string | undefined;

	constructor(code: Code, message: string, details: Details = {}) {
		super(message, "cause" in details ? { cause: details.cause } : undefined);
		this.name = "SallyportError";
		this.code = code;
		this.status = details.status ?? 0;
		this.errors = details.errors ?? [];
		this.retryAfter = details.retryAfter;
		this.requestId = details.requestId;
	}
}
