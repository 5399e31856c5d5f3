import type { FieldError, LoginError, RefusedCredential } from "../errors.ts";

/** Events of refused requests, which strangers can cause. */
export type RefusalEventName =
	| "authn_token_reuse"
	| "excess_rate_limit_exceeded"
	| "input_validation_fail"
	| "malicious_cors"
	| "malicious_csrf"
	| "malicious_extraneous"
	| "session_use_after_expire";

export interface EventOfRefusal {
	event: RefusalEventName;
	detail: { code: string; fields?: string[]; wait?: number };
	/** The refused credential, if it is known. */
	subject: RefusedCredential | null;
}

/** The event of an error; null: it has none, or the code that decided recorded it. */
export function eventOfRefusal({ code, details }: LoginError): EventOfRefusal | null {
	const subject = details.subject ?? null;
	const refusal = (event: RefusalEventName, more: Omit<EventOfRefusal["detail"], "code"> = {}) => {
		return { event, detail: { code, ...more }, subject };
	};
	switch (code) {
		case "csrf_missing":
		case "csrf_invalid":
			return refusal("malicious_csrf");
		case "origin_forbidden":
			return refusal("malicious_cors");
		// Without fields: their names came from outside.
		case "unknown_field":
		case "duplicate_key":
			return refusal("malicious_extraneous");
		case "malformed_json":
			return refusal("input_validation_fail");
		case "validation_failed":
			return refusal("input_validation_fail", { fields: fieldsOf(details.errors ?? []) });
		case "rate_limited":
			return refusal("excess_rate_limit_exceeded", { wait: details.retryAfter ?? 0 });
		case "session_ended":
			return refusal(subject?.kind === "token" ? "authn_token_reuse" : "session_use_after_expire");
		case "session_expired":
			return refusal("session_use_after_expire");
		default:
			return null;
	}
}

function fieldsOf(errors: FieldError[]): string[] {
	return [...new Set(errors.map(({ pointer }) => pointer))];
}
