/** Audit events of applications that users log in to by OpenID Connect. Part of events.ts. */
import { info } from "./event-kind.ts";

const client = "the id of the application";

export const eventsOfApplications = {
	oidc_consent_given: info("A user let an application know them.", "applicationConsent", {
		client,
		scopes: "what it may know from now on",
	}),
	oidc_consent_withdrawn: info(
		"A user logged out of an application, and let it know them no longer.",
		"applicationConsent",
		{ client },
	),
} as const;
