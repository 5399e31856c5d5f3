import type { ErrorCode, LoginError, RefusedCredential } from "../errors.ts";
import type { ReasonOf } from "./events.ts";

/** The events of refused requests, which anyone can cause. No entry: none, or the code that decided recorded it. */
const events = {
	csrf_missing: "malicious_csrf",
	csrf_invalid: "malicious_csrf",
	origin_forbidden: "malicious_cors",
	unknown_field: "malicious_extraneous",
	duplicate_key: "malicious_extraneous",
	malformed_json: "input_validation_fail",
	validation_failed: "input_validation_fail",
	forbidden: "authz_fail",
	insufficient_scope: "authz_fail",
	rate_limited: "excess_rate_limit_exceeded",
	session_ended: "session_use_after_expire",
	session_expired: "session_use_after_expire",
	access_key_expired: "access_key_refused",
	access_key_ended: "access_key_refused",
} as const satisfies Partial<Record<ErrorCode, string>>;

/** Of applications: the code of the protocol, and why. */
const ofApplications = {
	application_forbidden: { code: "access_denied", reason: "not_in_group" },
	application_disabled: { code: "invalid_client", reason: "disabled" },
} as const satisfies Partial<Record<ErrorCode, object>>;

/** A token of an ended session has an event of its own, and so has a forged one. */
export type RefusalEventName =
	| (typeof events)[keyof typeof events]
	| "authn_token_reuse"
	| "oidc_refused"
	| "oidc_code_reused"
	| "oidc_refresh_reused"
	| "malicious_forged_token";

export interface EventOfRefusal {
	event: RefusalEventName;
	detail: {
		code: string;
		reason?: ReasonOf<"oidc_refused">;
		fields?: string[];
		wait?: number;
		accessKeyId?: string;
		application?: string;
		address?: string;
	};
	/** The refused credential, if it is known. */
	subject: RefusedCredential | null;
}

export function eventOfRefusal({ code, details }: LoginError): EventOfRefusal | null {
	if (details.forged) return { event: "malicious_forged_token", detail: { code }, subject: null };
	const { subject = null, errors = [], retryAfter = 0, accessKeyId, application } = details;
	if (code in ofApplications) {
		const why = ofApplications[code as keyof typeof ofApplications];
		const which = application === undefined ? {} : { application: application.id };
		return { event: "oidc_refused", detail: { ...why, ...which }, subject };
	}
	if (!(code in events)) return null;
	const isReuse = code === "session_ended" && subject?.kind === "token";
	const event = isReuse ? "authn_token_reuse" : events[code as keyof typeof events];
	// Of other codes the fields are names that came from outside.
	const fields =
		code === "validation_failed" ? { fields: [...new Set(errors.map(({ pointer }) => pointer))] } : {};
	const wait = code === "rate_limited" ? { wait: retryAfter } : {};
	const ofKey = accessKeyId === undefined ? {} : { accessKeyId };
	return { event, detail: { code, ...fields, ...wait, ...ofKey }, subject };
}
