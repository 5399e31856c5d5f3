import { type ErrorCode, errorCodes } from "../errors.ts";
import type { Operation } from "../http/route.ts";

/** Possible for any request to any address. */
const anywhere: ErrorCode[] = [
	"bad_request",
	"not_acceptable",
	"request_timeout",
	"uri_too_long",
	"expectation_failed",
	"headers_too_large",
	"internal_error",
	"store_unavailable",
];
/** A body is read first, even where none is expected. */
const unsafe: ErrorCode[] = ["malformed_json", "duplicate_key", "body_too_large", "unsupported_media_type"];
const withBody: ErrorCode[] = ["validation_failed", "unknown_field"];
const ofCsrf: ErrorCode[] = ["csrf_missing", "csrf_invalid", "origin_forbidden"];
const ofSession: ErrorCode[] = ["unauthenticated", "invalid_token", "session_expired", "session_ended"];

/** Every error code of an operation, in the order of errors.ts. */
export function codesOf(method: string, { access, errors = [], body }: Operation): ErrorCode[] {
	const changes = method !== "GET";
	const codes = new Set<ErrorCode>([
		...errors,
		...anywhere,
		...(changes ? unsafe : []),
		...(changes && access !== "public" ? ofCsrf : []),
		...(access === "session" ? ofSession : []),
		...(body === undefined ? [] : withBody),
	]);
	return errorCodes.filter((code) => codes.has(code));
}
