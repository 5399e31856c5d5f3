import { id, nullable, number, text, time, withheld } from "./column.ts";
import type { GivenTable } from "./given-table.ts";

export const accessKeys = {
	access_keys: {
		member: "accessKeys",
		what: "Access keys of programs",
		kept: "400 days after their end.",
		parts: [{ order: ["created_at", "id"] }],
		columns: {
			id: id("Of the key. Opens nothing."),
			name: text("As the user called it."),
			hint: text("Its first four random characters."),
			role: text("The most that its sessions may be: user or admin."),
			scopes: nullable(text("What it is limited to.")),
			addresses: nullable(text("Where logins may come from.")),
			lifetime_days: number("How many days it was made for."),
			created_at: time("When it was made."),
			expires_at: time("When it ends."),
			last_used_at: nullable(time("When it was used last, to the minute.")),
			last_used_address: nullable(text("IP address that it was used from.")),
			ended_at: nullable(time("When it was ended before that.")),
			end_reason: nullable(text("Why.")),
			replaced_by: nullable(text("The id of the key that took its place.")),
			warned_at_days: nullable(number("Days before its end of the last warning; -1: its end was recorded.")),
			user_id: withheld("the id of the user"),
			key_hash: withheld("belongs to the key, which was shown once"),
			csrf_reference: withheld("its CSRF token, shown on the page for programs"),
		},
	} satisfies GivenTable<"access_keys">,
};
