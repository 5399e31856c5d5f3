import { flag, id, nullable, number, text, time, withheld } from "./column.ts";
import type { GivenTable } from "./given-table.ts";

const kept = "Until the user, or an operator, removes them.";
const userId = withheld("the id of the user");

export const factors = {
	totp_secrets: {
		member: "authenticatorApps",
		what: "Authenticator apps",
		kept,
		parts: [{ order: ["created_at", "id"] }],
		columns: {
			id: id("Of the app."),
			name: text("What the user calls it."),
			algorithm: text("How its codes are made."),
			digits: number("Of a code."),
			period: number("Seconds that a code is shown."),
			created_at: time("When it was added."),
			last_used_at: nullable(time("When it was used last.")),
			user_id: userId,
			secret_sealed: withheld("it makes the codes"),
			last_step: withheld("the half minute of the last code; `lastUsedAt` says it"),
		},
	} satisfies GivenTable<"totp_secrets">,

	passkeys: {
		member: "passkeys",
		what: "Passkeys",
		kept,
		parts: [{ order: ["created_at", "id"] }],
		columns: {
			id: id("Of the passkey."),
			name: text("What the user calls it."),
			credential_id: text("What its authenticator calls it; base64url."),
			rp_id: text("The domain that it is bound to."),
			aaguid: text("The make of its authenticator."),
			transports: text("How its authenticator is reached."),
			sign_count: number("How often it was used, as its authenticator counts; 0: it does not."),
			backup_eligible: flag("Whether it may be copied to other devices."),
			backed_up: flag("Whether it is copied."),
			discoverable: nullable(flag("Whether it logs in without a username.")),
			created_at: time("When it was added."),
			last_used_at: nullable(time("When it was used last.")),
			user_id: userId,
			public_key: withheld("of no use to people; its private half is in the authenticator alone"),
		},
	} satisfies GivenTable<"passkeys">,

	recovery_codes: {
		member: "recoveryCodes",
		what: "Recovery codes",
		kept: "Until they are replaced, or two-step login is turned off.",
		parts: [{ order: ["created_at", "place"] }],
		columns: {
			created_at: time("When it was made."),
			used_at: nullable(time("When it was used; null: it is good.")),
			used_address: nullable(text("IP address that it was used from.")),
			user_id: userId,
			place: withheld("a digit of the code"),
			code_hash: withheld("a hash of the code"),
		},
	} satisfies GivenTable<"recovery_codes">,
};
