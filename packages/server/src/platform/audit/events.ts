/**
 * Every audit event. docs/events.md and the types of events follow from this table. Names are those of the OWASP logging
 * vocabulary where it has one. Operators can alert on levels: no client can cause an `error`, except with the private key of a
 * passkey (authn_passkey_clone) or a right access key (access_key_leaked).
 */
import { counted, type EventKind, error, info, warn } from "./event-kind.ts";
import { eventsOfAccessKeys } from "./events-of-access-keys.ts";
import { eventsOfApplications } from "./events-of-applications.ts";
import { eventsOfClients } from "./events-of-clients.ts";
import { eventsOfKeys } from "./events-of-keys.ts";
import { eventsOfUsers } from "./events-of-users.ts";

const kind = ["cookie", "token"] as const;
const username = "in its canonical form";
const amr = "what was proven (RFC 8176)";
/** How the account knows the client; null: an unknown device. */
const known = ["device", "session", "access_key", null] as const;
const accessKeyId = "of a program: the id of its access key";
const method = ["totp", "passkey", "recovery_code"] as const;
const code = "the error code of the response";
const endReason = [
	"logout",
	"revoked",
	"revoked_by_admin",
	"password_changed",
	"factors_changed",
	"user_disabled",
	"replaced",
	"access_key_ended",
] as const;

export const auditEvents = {
	authn_login_success: info("A login succeeded.", "login", { kind, username, known, amr, accessKeyId }),
	authn_login_successafterfail: info(
		"A login succeeded after failed ones; recorded instead of authn_login_success.",
		"login",
		{ kind, username, known, amr, failures: "failed logins since the one before" },
	),
	authn_login_fail: warn("A login, or the confirmation of a password, failed with 401.", "failedLogin", {
		reason: [
			"unknown_user",
			"wrong_password",
			"wrong_code",
			"no_password",
			"user_disabled",
			"changed_meanwhile",
			"unknown_passkey",
			"wrong_passkey",
			"wrong_access_key",
		],
		account: "of a login: a pseudonym of the typed name, the same for the same name",
		known,
	}),
	authn_login_fail_max: warn("Too many logins failed; the next ones have to wait.", "refusedGuess", {
		scope: "what has to wait: account, client, address, network, csrf or factor",
		failures: "failures in the window",
		wait: "in seconds",
	}),
	authn_login_lock: warn(
		"Too many logins failed in a row; the account is closed to unknown devices.",
		"refusedGuess",
		{ scope: "what is closed: account or factor", consecutive: "failures since the last success" },
	),
	authn_factor_challenged: info(
		"A right password was answered with the request for a second factor.",
		"secondStep",
		{
			known,
			enrolment:
				"where the user has none yet and it is overdue: offered, or refused to an unknown device, a program or a session",
		},
	),
	authn_factor_fail: warn("A second factor was wrong, after the right password.", "failedLogin", {
		method,
		reason: ["wrong", "replayed", "unknown"],
		steps: "of a replayed code: how many time steps before the last one that was accepted",
		known,
	}),
	authn_factor_added: info("A user added a second factor.", "factorChange", { method }),
	authn_factor_removed: warn("A user removed a second factor.", "factorChange", { method }),
	authn_factor_reset: warn("An operator removed all second factors of a user.", "userChange"),
	authn_second_factor_on: info("The logins of a user need a second factor from now on.", "factorChange"),
	authn_second_factor_off: warn("The logins of a user need no second factor any more.", "factorChange"),
	authn_passkey_clone: error(
		"A passkey was refused: its counter went back, as that of a copied one does.",
		"tokenReuse",
		{ factor: "the id of the passkey", known },
	),
	authn_recovery_codes_created: info("A user got new recovery codes; earlier ones are void.", "factorChange"),
	authn_recovery_code_used: warn("A recovery code was used.", "login", { left: "unused codes" }),
	authn_reauthenticate: info("A logged-in user confirmed the password.", "login"),
	authn_recovery_fail: info(
		"A recovery was asked for, and no mail was sent for this account: it has no verified address (or no right to recover), or has had its mails of this hour. Without a user: no user has that name or address.",
		"refusedGuess",
		{
			reason: ["unknown_name", "no_recovery", "limit"],
		},
	),
	authn_password_change: info("A user changed the password.", "passwordChange"),
	authn_password_change_fail: warn(
		"A password change failed: the current password was wrong.",
		"failedPasswordChange",
	),
	authn_token_created: info("A token session began, or a cookie session got its first token.", "tokenStart", {
		kind,
	}),
	authn_token_revoked: info("A token session was ended.", "tokenEnd", { reason: endReason }),
	authn_token_reuse: warn(
		"A token of an ended session was used, by a client that missed the end or by an attacker.",
		"tokenReuse",
		{ code, ...counted },
	),

	session_created: info("A cookie session began.", "sessionStart", {
		kind,
		remember: "true: its user stays logged in, also after the browser was closed",
	}),
	session_renewed: info("A session of either kind was renewed.", "sessionChange"),
	session_logout: info("The user of a cookie session logged out.", "sessionEnd", { reason: ["logout"] }),
	session_ended: info("A cookie session was ended in another way.", "sessionEnd", { reason: endReason }),
	session_expired: info("A session of either kind expired; recorded within a minute.", "sessionExpiry", {
		reason: ["idle", "absolute"],
	}),
	session_use_after_expire: warn(
		"The cookie of an ended or expired session, or the token of an expired one, was used.",
		"sessionMisuse",
		{ code, ...counted },
		{ infoFor: "session_expired" },
	),

	authz_fail: warn("A credential was refused what it may not do.", "attack", {
		code,
		accessKeyId,
		...counted,
	}),
	excess_rate_limit_exceeded: warn("A request was refused with 429.", "limit", {
		code,
		wait: "in seconds",
		...counted,
	}),
	excess_sessions_exceeded: warn("A login ended the user's longest idle session.", "sessionEnd", {
		kind,
		allowed: "sessions of this kind per user",
	}),
	malicious_csrf: warn(
		"A CSRF token was wrong, or missing, as in most first attempts with curl.",
		"attack",
		{ code, ...counted },
		{ infoFor: "csrf_missing" },
	),
	malicious_forged_token: warn(
		"A token named a key of this deployment, which has not signed it: forged, or damaged on the way.",
		"attack",
		{ code, ...counted },
	),
	malicious_cors: warn("A call came from a foreign origin.", "attack", { code, ...counted }),
	malicious_direct_reference: warn("A user asked to end the session of another user.", "attack"),
	malicious_extraneous: warn("A body had an unknown member, or one twice.", "attack", { code, ...counted }),
	input_validation_fail: warn("A body was malformed, or a member of it was invalid.", "badInput", {
		code,
		fields: "which members, as JSON pointers (RFC 6901)",
		...counted,
	}),

	...eventsOfAccessKeys,
	...eventsOfApplications,
	...eventsOfClients,

	...eventsOfUsers,

	setup_link_created: info("A setup link was made.", "passwordReset", {
		purpose: "unless it was made by an operator: recovery or email",
	}),
	setup_link_ended: warn(
		"An open setup link was ended: by an operator, or because the key that sealed it was deleted.",
		"userChange",
	),

	mail_retried: info(
		"An operator had mails sent again: those that failed, or one that was still waiting.",
		"mail",
		{ mails: "how many" },
	),
	mail_failed: warn("A mail could not be sent, and is not tried any more.", "mail", {
		kind: "what the mail is about",
		status: "the code of the mail server and the command it refused, or why it failed",
		attempts: "how often it was tried",
	}),

	...eventsOfKeys,

	sys_startup: info("An instance has started.", "start"),
	sys_shutdown: info("An instance stops in an orderly way.", "stop"),
	sys_crash: error("An instance ends because of an uncaught error; a line in the log, not a row.", "crash"),
} as const;

type Events = typeof auditEvents;
export type AuditEventName = keyof Events;

export function levelOf(
	event: AuditEventName,
	detail: object = {},
	{ isByOperator }: { isByOperator: boolean },
): EventKind["level"] {
	const { level, infoFor, warnFor }: EventKind = auditEvents[event];
	if (infoFor !== undefined && "code" in detail && detail.code === infoFor) return "info";
	if ("administers" in detail || "insecure" in detail) return "warn";
	return isByOperator && "role" in detail && detail.role === warnFor ? "warn" : level;
}

/** A detail never holds text from outside, but for one address in a narrow alphabet (oidc_refused). */
type DetailValue = string | number | boolean | null | readonly string[];

/** The details of an event: only members listed in the table. */
export type DetailOf<Name extends AuditEventName> = [keyof Events[Name]["detail"]] extends [never]
	? never
	: { readonly [Member in keyof Events[Name]["detail"]]?: ValueOf<Events[Name]["detail"][Member]> };

type ValueOf<Declared> = Declared extends ReadonlyArray<infer Word> ? Word : DetailValue;

/** Why what an event tells of has happened: one of the words that the table has for it. */
export type ReasonOf<Name extends AuditEventName> = Events[Name]["detail"] extends {
	readonly reason: ReadonlyArray<infer Word>;
}
	? Word
	: never;
