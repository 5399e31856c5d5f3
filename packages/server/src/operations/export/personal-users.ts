import { id, members, nullable, number, text, texts, time, withheld } from "./column.ts";
import type { GivenTable } from "./given-table.ts";

const untilRemoved = "Until the user is deleted.";

export const users = {
	users: {
		member: "user",
		what: "The user",
		kept: untilRemoved,
		userColumn: "id",
		parts: [{ order: ["id"] }],
		columns: {
			id: id("The user's id."),
			username: text("In its canonical form."),
			display_name: text("The name for people."),
			account_kind: text("person, or service: a program."),
			role: text("user or admin."),
			email: nullable(text("Address, if one is known.")),
			email_verified_at: nullable(
				time("When the user proved that the address is theirs, or an operator vouched for it."),
			),
			email_refused: nullable(text("An address that its mail server does not know.")),
			locale: nullable(text("Language of pages and mails.")),
			external_id: nullable(text("What a directory calls the user.")),
			groups: texts("Groups that the user is in."),
			attributes: members("What operators have noted."),
			created_at: time("When the user was added."),
			password_changed_at: nullable(time("When the password was set or removed last.")),
			last_login_at: nullable(time("When the last login was.")),
			last_login_address: nullable(text("IP address that it came from.")),
			login_window_started_at: nullable(time("Since when logins of the present minute are counted.")),
			logins_in_window: nullable(number("How many there were in it.")),
			disabled_at: nullable(time("When an operator closed the account.")),
			second_factor_at: nullable(time("Since when logins take two steps.")),
			second_factor_due_at: nullable(time("Until when a second factor has to be there.")),
			factors_changed_at: number(
				"When factors changed last: milliseconds since 1970, and a count. 0: never.",
			),
			version: number("Counts changes by operators, and the user's own of address and language."),
			password_hash: withheld("guesses at the password could be tried on it"),
		},
	} satisfies GivenTable<"users">,

	group_members: { withheld: "The same as `groups` of the user.", kept: untilRemoved },

	setup_links: {
		member: "links",
		what: "One-time links",
		kept: "24 hours after their end (`SALLYPORT_SESSION_RETENTION`).",
		parts: [{ order: ["created_at", "id"] }],
		columns: {
			id: id("Of the link. Opens nothing."),
			purpose: text("What it is good for: setup, recovery (a new password) or email."),
			email: nullable(text("The address that its use confirms.")),
			created_at: time("When it was made."),
			expires_at: time("Until when it is good, or when it ended."),
			used_at: nullable(time("When it was used.")),
			user_id: withheld("the id of the user"),
			token_hash: withheld("the link sets the password"),
			token_sealed: withheld("the link sets the password"),
		},
	} satisfies GivenTable<"setup_links">,

	deliveries: {
		member: "mails",
		what: "Mails",
		kept: "7 days after they were sent or failed. Their content goes when they are sent.",
		userColumn: "subject_id",
		parts: [{ order: ["created_at", "id"] }],
		columns: {
			id: id("Of the mail."),
			kind: text("What it is about."),
			target: text("The way it goes."),
			state: text("waiting, sent or failed."),
			attempts: number("How often it was tried."),
			created_at: time("When it was written."),
			next_at: time("When it is tried next; of one that is done, when that was."),
			expires_at: time("From then on it is not sent."),
			last_status: nullable(text("The code of the mail server, or why it failed.")),
			subject_id: withheld("the id of the user"),
			payload_sealed: withheld(
				"it may hold a link, and is empty once it was sent: an address, a time, or what was typed as a name",
			),
			rank: withheld("bookkeeping of the service"),
			unanswered: withheld("bookkeeping of the service"),
			lease_until: withheld("bookkeeping of the service"),
		},
	} satisfies GivenTable<"deliveries">,
};
