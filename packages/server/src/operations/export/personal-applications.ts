import { text, time, withheld } from "./column.ts";
import type { GivenTable } from "./given-table.ts";

export const applications = {
	oidc_consents: {
		member: "applicationConsents",
		what: "Applications that may know the user",
		kept: "Until the user or an operator takes it back.",
		parts: [{ order: ["client_id"] }],
		columns: {
			client_id: text("The application."),
			scopes: text("What it may know."),
			granted_at: time("When the user agreed."),
			user_id: withheld("the id of the user"),
		},
	} satisfies GivenTable<"oidc_consents">,
	oidc_sessions: {
		member: "applicationLogins",
		what: "Applications that a session was used to log in to",
		kept: "As long as the session.",
		parts: [{ order: ["session_id", "client_id"] }],
		columns: {
			session_id: text("The session."),
			client_id: text("The application."),
			started_at: time("When it was first used there."),
			last_used_at: time("When it was last used there."),
			sid: text("What the application knows the session by."),
			grant_id: withheld("belongs to the protocol"),
			user_id: withheld("the id of the user"),
		},
	} satisfies GivenTable<"oidc_sessions">,
};
