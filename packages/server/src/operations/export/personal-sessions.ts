import { id, nullable, number, text, time, withheld } from "./column.ts";
import type { GivenTable } from "./given-table.ts";

const secret = withheld("a hash of what the cookie holds");
const place = withheld("where verifiers look whether its tokens were revoked");

export const sessions = {
	sessions: {
		member: "sessions",
		what: "Sessions, live ones and ended ones",
		kept: "24 hours after their end (`SALLYPORT_SESSION_RETENTION`).",
		parts: [
			{ order: ["created_at", "id"], only: ["ended_at", "is null"] },
			{ order: ["ended_at", "id"], only: ["ended_at", "is not null"] },
		],
		columns: {
			id: id("Of the session, as in the claim sid."),
			kind: text("cookie or token."),
			created_at: time("When the login was."),
			authenticated_at: time("When all that a login requires was proven last."),
			amr: nullable(text("What was proven then (RFC 8176).")),
			last_seen_at: time("When it was used last, to the minute."),
			expires_at: time("It ends then, whatever happens."),
			idle_expires_at: time("It ends then unless used, or renewed."),
			absolute_limit: nullable(number("Milliseconds that it lives, where the user stays logged in.")),
			idle_limit: nullable(number("Milliseconds that it lives unused, where the user stays logged in.")),
			tokens_until: nullable(time("When the tokens of a cookie session have expired.")),
			access_key_id: nullable(text("The access key that began it.")),
			role_ceiling: nullable(text("The most that it may be, because of that key.")),
			scope: nullable(text("What that key is limited to.")),
			ended_at: nullable(time("When it ended.")),
			end_reason: nullable(text("Why.")),
			client_address: nullable(text("IP address that the login came from.")),
			user_agent: nullable(text("What the client of the login said it is.")),
			previous_login_at: nullable(time("The login before.")),
			previous_login_address: nullable(text("IP address that it came from.")),
			failed_logins: number("Logins that failed between the two."),
			failed_second_factors: number("Second steps that failed between the two."),
			user_id: withheld("the id of the user"),
			csrf_reference: withheld("it is in the CSRF tokens of the session"),
			secret_hash: secret,
			previous_secret_hash: secret,
			previous_secret_until: withheld("belongs to the hash"),
			status_list: place,
			status_index: place,
		},
	} satisfies GivenTable<"sessions">,
};
