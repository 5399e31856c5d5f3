import { counter } from "../count.ts";
import { locale } from "./login.ts";

const counted = /* @__PURE__ */ counter(locale);

/** The texts of access keys, on the page for programs. */
export const accessKeyTexts = {
	heading: "Access keys",
	loading: "Loading access keys…",
	retry: "Try again",
	/** There are none yet. */
	empty:
		"An access key lets one program log in as you, without your password and without a second step. It ends on a day that you choose, and you can end it at any time without changing your password.",
	forbidden: "This service gives you no access keys. Ask its operator if a program needs one.",
	limit:
		"You have 50 access keys, the most there can be. End one that is not used, then you can make another.",
	more: (count: number) => counted(count, { other: "Show all #" }),
	cancel: "Cancel",
	/** Of one key in the list. */
	key: {
		ends: "Ends",
		ended: "Ended",
		used: "Last used",
		never: "never",
		/** `ago`: “2 hours ago”. */
		usedFrom: (ago: string, address: string | null) => (address === null ? ago : `${ago} from ${address}`),
		scopes: "Scopes",
		addresses: "Only from",
		admin: "Role admin",
		command: "Login command",
		copyCommand: (name: string) => `login command of ${name}`,
		/** In the last 14 days before its end. */
		soon: "This key ends soon. Rotate it in time, or the service will refuse your program.",
		/** It was rotated, and the new key was not used yet. */
		waiting:
			"The new key has not been used yet. This one works until it ends. If you have lost the new one, rotate again.",
		/** It was rotated. */
		succeeded: "A new key has taken its place. This one works until it ends.",
	},
	/** Why a key is of no use any more. */
	states: {
		expired: "Expired",
		rotated: "Rotated",
		by_owner: "Ended by you",
		by_admin: "Ended by an admin",
		leaked: "Ended: found in public",
	},
	make: {
		button: "New access key",
		heading: "New access key",
		name: "Name",
		nameHint: "Which program gets it, such as “nightly report”.",
		days: "Ends after",
		dayCount: (count: number) => counted(count, { one: "# day", other: "# days" }),
		scopes: "Scopes",
		scopesHint: "Tick what the program needs. If you tick none, it may do all that its role may.",
		addresses: "Addresses (optional)",
		addressesHint:
			"Where the program may log in from, such as `192.0.2.0/24`. Separate several with spaces. Leave it empty for anywhere.",
		role: "Role",
		roles: { user: "User", admin: "Admin" },
		roleHint: "The role that your APIs see. It gives the program no rights in this service.",
		submit: "Make the key",
		/** What the service objects to, by field; it says why in English. Of an address, the page may see it first. */
		wrong: {
			name: (message: string) => message,
			days: (message: string) => message,
			scopes: (message: string) => message,
			addresses: (message: string, address: string) =>
				(address === "" ? "" : `${address}: `) +
				(message || "Write an address or a CIDR range, such as 192.0.2.0/24."),
		},
	},
	/** A new key, shown once. */
	made: {
		heading: (name: string) => `Store the key ${name}`,
		why: "It is shown only now. Anyone who has it can log in as you, so keep it where your program keeps its secrets.",
		key: "access key",
		csrfWhat:
			"Its logins send this CSRF token in the header `csrf`. It is no secret, and you find it again in the list.",
		csrf: "CSRF token of the key",
		commandWhat: "This is how a program logs in with it:",
		command: "command of the key",
		stored: "I have stored it",
		done: "The new key works from now on.",
	},
	rotate: {
		button: "Rotate",
		which: (name: string, hint: string) => `Rotate ${name} (${hint})`,
		heading: (name: string) => `Rotate ${name}?`,
		first:
			"You get a new key with the same limits and the same lifetime. The old one stays good for a day, or until its own end, so that you can put the new one into your program.",
		/** A new key is there and was not used yet. */
		again:
			"The key that you got last time ends at once, and you get another in its place. The old one still works until its end.",
		submit: "Make the new key",
	},
	end: {
		button: "End",
		which: (name: string, hint: string) => `End ${name} (${hint})`,
		heading: (name: string) => `End ${name}?`,
		text: "The service refuses programs with this key at once, and their sessions end. This cannot be undone.",
		submit: "End the key",
		done: "The access key has ended.",
	},
	/** By error code: what no other page shows. */
	problems: {
		access_key_limit: "You have too many access keys. End one that is not used, then you can make another.",
		access_key_inactive: "This access key has ended, or a new one has taken its place. Reload the page.",
	},
};
