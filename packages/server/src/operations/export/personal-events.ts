import { type Given, id, members, nullable, text, time, withheld } from "./column.ts";
import type { GivenTable } from "./given-table.ts";

/** Given only of an event that the user caused. An unauthenticated client may be another user, who has mistyped a name. */
const own = ({ schema, read }: Given): Given => ({
	schema,
	read: (value, row) => (row.actor_kind === "self" ? read(value, row) : null),
});

/** Not that in which an admin or a program acted, unless the event is about a session of the user. */
const ofUser = ({ schema, read }: Given): Given => ({
	schema,
	read: (value, row) =>
		/^(admin|service)$/.test(String(row.actor_kind)) && !/^(session|authn_token)_/.test(String(row.event))
			? null
			: read(value, row),
});

/** Without the pseudonym of the name: it tells those who have the key which names are tried. */
const details = (description: string): Given => {
	const { schema, read } = members(description);
	return {
		schema,
		read: (value, row) => {
			const { account: _account, ...rest } = read(value, row) as { account?: unknown };
			return rest;
		},
	};
};

export const events = {
	audit_events: {
		member: "events",
		what: "Events about the user",
		kept: "90 days (`SALLYPORT_AUDIT_RETENTION`).",
		parts: [{ order: ["time", "id"] }],
		columns: {
			id: id("Of the event."),
			time: time("When it was."),
			event: text("What has happened: docs/events.md."),
			level: text("info, warn or error."),
			actor_kind: nullable(
				text("Who caused it: self (the user), cli (an operator), system, or unknown (not logged in)."),
			),
			session_id: ofUser(nullable(text("Of the user's session; null for acts of others in theirs."))),
			request_id: nullable(text("Of the request, as in the log.")),
			client_address: own(nullable(text("IP address of the user's client; null for acts of others."))),
			user_agent: own(nullable(text("What that client called itself; null for acts of others."))),
			detail: details("More about it: docs/events.md."),
			user_id: withheld("the id of the user"),
			actor_id: withheld("the id of the user, or the name of an operator's account on a machine"),
		},
	} satisfies GivenTable<"audit_events">,
};
