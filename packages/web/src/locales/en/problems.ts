import type { ClientErrorCode, ErrorCode } from "@sallyport/client";

/** By error code: what goes wrong after the first step of a login, and on the other pages. */
export const problemTexts = {
	enrolment_required:
		"This service requires a second factor. Log in in a browser that you have used here before and add one, or ask the operator for a setup link.",
	second_factor_invalid: "The code is wrong, or was used before. Enter the next one.",
	challenge_invalid: "That took too long, or something has changed since. Start again.",
	passkey_unknown: "This service does not know the passkey; it may have been removed. Log in in another way.",
	passkey_invalid: "The passkey was not accepted. Try again, or log in in another way.",
	not_supported: "This browser does not support passkeys at this address.",
	session_expired: "The session ran out. Log in again.",
	session_ended: "The session was ended. Log in again.",
	unauthenticated: "Log in first.",
	invalid_token: "Log in again.",
	forbidden: "You may not do that.",
	not_found: "This is not there any more. Reload the page.",
	factor_exists: "You cannot have more of these. Remove one first.",
	factor_missing: "Add an authenticator app or a passkey first.",
	upgrade_in_progress:
		"This service is being upgraded. Until that is done, second factors cannot be added or turned on.",
} satisfies Partial<Record<ErrorCode | ClientErrorCode, string>>;
