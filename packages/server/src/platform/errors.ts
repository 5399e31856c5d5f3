import { type DetailsOfApplications, errorsOfApplications } from "./errors-of-applications.ts";
import type { SecondFactorRequirement, StepUp } from "./required-proof.ts";

/** Every error code, once: answers, docs, OpenAPI and client types are printed from here (RFC 9457). None is reused or renamed. */
interface ErrorKind {
	status: number;
	/** Short, the same for every occurrence. */
	title: string;
	/** What a person should do about it; an occurrence may say more. */
	message: string;
}

const kinds = {
	malformed_json: [400, "Malformed JSON", "Send one well-formed JSON object in UTF-8."],
	validation_failed: [400, "Validation failed", "Correct the members listed in errors."],
	unknown_field: [
		400,
		"Unknown field",
		"Correct the members listed in errors. Those that are unknown must be left out.",
	],
	duplicate_key: [400, "Duplicate key", "Send each member of the JSON object once."],
	password_rejected: [400, "Password rejected", "Choose another password; errors says why."],
	cursor_invalid: [
		400,
		"Cursor invalid",
		"Send the member next of the page before, with the same filters; or leave cursor out to begin anew.",
	],
	bad_request: [400, "Bad request", "Send a well-formed HTTP/1.1 request."],
	invalid_credentials: [401, "Invalid credentials", "Username or password is wrong."],
	second_factor_required: [
		401,
		"Second factor required",
		"The password is right. Answer the challenge at POST /api/auth/login/second-factor.",
	],
	second_factor_invalid: [
		401,
		"Second factor invalid",
		"The code is wrong, or was used before. Enter the next one.",
	],
	challenge_invalid: [
		401,
		"Challenge invalid",
		"The challenge has expired or was used. Start again with the password.",
	],
	passkey_unknown: [
		401,
		"Passkey unknown",
		"This service does not know the passkey; it may have been removed. Log in in another way.",
	],
	passkey_invalid: [
		401,
		"Passkey invalid",
		"The passkey was not accepted. Try again, or log in in another way.",
	],
	insufficient_user_authentication: [
		401,
		"Insufficient user authentication",
		"Authenticate again, as acr and maxAge say: POST /api/auth/reauthenticate. Then repeat the request.",
	],
	enrolment_required: [
		401,
		"Enrolment required",
		"This service requires a second factor. Log in on its page in a browser that you have used before and add one, or ask the operator for a setup link.",
	],
	unauthenticated: [401, "Not logged in", "Log in first: POST /api/auth/login."],
	invalid_token: [401, "Invalid token", "Log in again and send the new token."],
	session_expired: [401, "Session expired", "The session ran out. Log in again."],
	session_ended: [401, "Session ended", "The session was ended. Log in again."],
	access_key_expired: [
		401,
		"Access key expired",
		"This access key has reached its end. Its user makes another one, or rotates a key before its end.",
	],
	access_key_ended: [
		401,
		"Access key ended",
		"This access key was ended. Its user makes another one on the page for programs; an operator does for a service account.",
	],
	csrf_missing: [
		403,
		"CSRF value missing",
		"Send the header csrf, once. Its value is in the member csrf of this answer; send it with the cookies of this answer.",
	],
	csrf_invalid: [
		403,
		"CSRF value invalid",
		"Repeat the request. A fresh value is in the member csrf of this answer; send it with the cookies of this answer.",
	],
	origin_forbidden: [403, "Origin forbidden", "Call from the service's own pages or from an allowed origin."],
	reauthentication_required: [
		403,
		"Reauthentication required",
		"Authenticate again at POST /api/auth/reauthenticate, then repeat the request.",
	],
	insufficient_scope: [
		403,
		"Insufficient scope",
		"This access key is limited to scopes. Use a key with the scope that WWW-Authenticate names; where it names none, no limited key gets in.",
	],
	forbidden: [403, "Forbidden", "This credential may not do that."],
	...errorsOfApplications,
	not_found: [404, "Not found", "Check the address; GET /openapi.json lists what exists."],
	method_not_allowed: [405, "Method not allowed", "Use one of the methods in the header Allow."],
	not_acceptable: [406, "Not acceptable", "Accept application/json."],
	request_timeout: [408, "Request timeout", "Send the whole request faster."],
	username_taken: [409, "Username taken", "The username is taken. Choose another one."],
	external_id_taken: [409, "External id taken", "Another user has this external id."],
	group_exists: [409, "Group exists", "There is a group of this name already."],
	limit_exceeded: [409, "Limit exceeded", "Store less."],
	last_admin: [
		409,
		"Last admin",
		"No other admin could log in. Add or enable one first; on the command line, --even-the-last-admin insists.",
	],
	own_account: [
		409,
		"Own account",
		"Admins and programs cannot take their own access away. Ask another admin, or use the command line.",
	],
	state_conflict: [409, "State conflict", "The user is not in a state in which that can be done."],
	factor_exists: [
		409,
		"Factor exists",
		"There are as many factors of this kind as a user may have. Remove one first.",
	],
	factor_missing: [409, "No second factor", "Add an authenticator app or a passkey first."],
	recovery_codes_missing: [
		409,
		"No recovery codes",
		"Make recovery codes first, at POST /api/auth/recovery-codes, and store them: without one, a lost passkey would lock you out.",
	],
	second_factor_demanded: [
		409,
		"Second factor demanded",
		"This service requires a second factor. Add another one first.",
	],
	access_key_limit: [
		409,
		"Too many access keys",
		"A user has at most 50 living access keys. End one that is not used.",
	],
	access_key_inactive: [
		409,
		"Access key inactive",
		"This access key has ended, or another one has taken its place. Make a new one.",
	],
	setup_link_used: [409, "Setup link used", "This link was used already. Log in, or ask for a new link."],
	precondition_failed: [
		412,
		"Precondition failed",
		"It was changed meanwhile. Read it again, and send its ETag as If-Match.",
	],
	body_too_large: [413, "Body too large", "Send a smaller body."],
	uri_too_long: [414, "URI too long", "Send a shorter URL."],
	unsupported_media_type: [
		415,
		"Unsupported media type",
		"Send Content-Type: application/json, uncompressed.",
	],
	expectation_failed: [417, "Expectation failed", "Leave out the header Expect."],
	idempotency_mismatch: [
		422,
		"Idempotency mismatch",
		"This Idempotency-Key was sent with another request. Choose a new one.",
	],
	rate_limited: [429, "Too many attempts", "Wait as long as Retry-After says, then try again."],
	headers_too_large: [431, "Headers too large", "Send fewer or shorter headers."],
	internal_error: [
		500,
		"Internal error",
		"Try again; if the problem persists, give the operator the requestId.",
	],
	overloaded: [503, "Overloaded", "Wait as long as Retry-After says, then try again."],
	upgrade_in_progress: [
		503,
		"Upgrade in progress",
		"An instance of an earlier release still runs, and would not ask for a second factor. Wait until it has stopped.",
	],
	store_unavailable: [503, "Store unavailable", "Wait as long as Retry-After says, then try again."],
} as const satisfies Record<string, readonly [number, string, string]>;

export type ErrorCode = keyof typeof kinds;

export const errorCodes = Object.keys(kinds) as ErrorCode[];

export function errorKind(code: ErrorCode): ErrorKind {
	const [status, title, message] = kinds[code];
	return { status, title, message };
}

/** One thing that is wrong with the body: where (RFC 6901), which rule, what to do. */
export interface FieldError {
	pointer: string;
	code: string;
	message: string;
}

export interface LoginErrorDetails extends DetailsOfApplications {
	/** Replaces the message of the code. */
	message?: string;
	errors?: FieldError[];
	/** A fresh CSRF token, so that a client repairs itself with one retry. */
	csrf?: string;
	/** Seconds. */
	retryAfter?: number;
	/** What is asked for after a right password. */
	secondFactor?: SecondFactorRequirement;
	/** What an authentication must be for the request. */
	stepUp?: StepUp;
	/** Parameters of `WWW-Authenticate: Bearer`, after the realm. */
	bearer?: string;
	/** For the record, never for the client. */
	subject?: RefusedCredential;
	/** For the record: a token that names one of our keys, which has not signed it. */
	forged?: true;
	/** For the record: the access key that is refused. */
	accessKeyId?: string;
	/** For commands, which say what lists those that there are: there is none with the name or the id that was given. */
	missing?: "user" | "group" | "session" | "access key" | "client" | "client secret" | "event" | "mail";
	/** For the log, never for the client. */
	cause?: unknown;
}

/** Whose credential was refused, where it is known. */
export interface RefusedCredential {
	userId: string;
	/** null: it had none yet. */
	sessionId: string | null;
	kind: "token" | "cookie";
}

/** The one error that features throw: a stable code, a public sentence, a private cause. */
export class LoginError extends Error {
	readonly code: ErrorCode;
	readonly details: LoginErrorDetails;

	/** A text replaces the message of the code. */
	constructor(code: ErrorCode, given: string | LoginErrorDetails = {}) {
		const details = typeof given === "string" ? { message: given } : given;
		super(details.message ?? errorKind(code).message, { cause: details.cause });
		this.name = "LoginError";
		this.code = code;
		this.details = details;
	}
}

/** Makes the refusal of one member of the body. */
export function invalid(pointer: string, code: string, message: string): LoginError {
	return new LoginError("validation_failed", { errors: [{ pointer, code, message }] });
}
