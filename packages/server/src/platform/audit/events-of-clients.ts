/** Audit events of what operators do to applications. Part of events.ts. */
import { info, warn } from "./event-kind.ts";

const client = "the id of the application";
const secret = "the id of the secret; never the secret";
const hint = "its first four random characters";

export const eventsOfClients = {
	oidc_client_added: info("An operator registered an application.", "keyCreation", {
		client,
		kind: ["web", "spa", "native"],
		template: "the template that it was made from, if any",
		insecure: "true: plain http is permitted beyond loopback",
	}),
	oidc_client_changed: info("An operator changed an application.", "keyChange", {
		client,
		members: "what changed: the names of members, without their values",
		disabled: "true or false",
		insecure: "true: plain http is permitted beyond loopback from now on",
		sessions: "in how many sessions its logins ended",
	}),
	oidc_client_removed: warn("An operator deleted an application.", "keyDeletion", {
		client,
		users: "how many users had let it know them",
		sessions: "in how many sessions its logins ended",
	}),
	oidc_secret_added: info("An application got another secret.", "keyCreation", {
		client,
		secret,
		hint,
		days: "how long it lives; without: it has no end",
	}),
	oidc_secret_ended: info("A secret of an application has ended.", "keyDeletion", {
		client,
		secret,
		hint,
		reason: ["by_admin", "expired"],
	}),
	oidc_secret_expiring: warn("A secret of an application ends soon.", "accessKeyNotice", {
		client,
		secret,
		hint,
		days: "the days until then, at most",
	}),
} as const;
