/** Audit events of applications that users log in to by OpenID Connect. Part of events.ts. */
import { counted, info, warn } from "./event-kind.ts";

const client = "the id of the application";

const application = "the id of the application, where it is known";
const code = "the error code of the protocol (RFC 6749)";

export const eventsOfApplications = {
	oidc_authorized: info("A user logged in to an application.", "applicationLogin", { client }),
	oidc_refused: warn(
		"A request of an application was refused; with a reason where more is known than the code says.",
		"applicationRefusal",
		{
			code,
			reason: [
				"unknown_client",
				"disabled",
				"wrong_method",
				"no_such_secret",
				"redirect_uri",
				"pkce_missing",
				"wrong_verifier",
				"code_unknown",
				"code_expired",
				"code_used",
				"not_in_group",
				"user_refused",
			],
			application,
			address:
				"of the reason redirect_uri: what the application sent, without its query, at most 200 characters",
			...counted,
		},
	),
	oidc_code_reused: warn(
		"An application showed a code for the second time. All that came of it has ended.",
		"applicationRefusal",
		{ code, application, ...counted },
	),
	oidc_refresh_reused: warn(
		"An application showed a refresh token for the second time. All that came of it has ended.",
		"applicationRefusal",
		{ code, application, ...counted },
	),
	oidc_logout_failed: warn("An application could not be told of a logout.", "applicationLogout", {
		client,
		status: "why",
		attempts: "how often it was tried",
	}),
	oidc_consent_given: info("A user let an application know them.", "applicationConsent", {
		client,
		scopes: "what it may know from now on",
	}),
	oidc_consent_withdrawn: info(
		"A user ended an application, or an operator did for them: its logins and tokens are over, and it knows the user no longer.",
		"applicationConsent",
		{ client, sessions: "where an operator did: in how many sessions its logins ended" },
	),
} as const;
