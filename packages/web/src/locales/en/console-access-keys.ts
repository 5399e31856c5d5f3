import { counter } from "../count.ts";
import { locale } from "./login.ts";

const counted = /* @__PURE__ */ counter(locale);

/** The page of access keys of all users, in the console. */
export const consoleAccessKeyTexts = {
	title: "Access keys",
	intro: "Programs log in with them. People make their own; those of service accounts are made here.",
	empty: "There are no access keys yet.",
	days: (count: number) => counted(count, { one: "# day", other: "# days" }),
	within: (count: number) => counted(count, { other: "within # days" }),
	filters: { user: "User", expiring: "Ends", unused: "Unused" },
	unusedFor: (count: number) => counted(count, { other: "for # days" }),
	neverUsed: "never used",
	columns: {
		name: "Key",
		/** Before “2 days ago”. */
		made: "made",
		user: "User",
		state: "State",
		scopes: "Scopes",
		used: "Last used",
		ends: "Ends",
		act: "Action",
	},
	allScopes: "all of its role",
	states: {
		active: "Works",
		soon: "Ends soon",
		expired: "Expired",
		ended: "Ended",
	},
	end: {
		button: "End",
		which: (name: string, user: string) => `End ${name} of ${user}`,
		heading: (name: string) => `End ${name}?`,
		what: (user: string) =>
			`The service refuses the programs of ${user} that use this key at once, and their sessions end. This cannot be undone.`,
		submit: "End the key",
		done: (name: string, ended: number) =>
			`${name} has ended.${ended === 0 ? "" : ` ${counted(ended, { one: "# session ended.", other: "# sessions ended." })}`}`,
	},
	make: {
		button: "Make a key",
		heading: "Access key for a service account",
		account: "Service account",
		accountHint: "People make their own keys.",
		addAccount: "Add a service account",
		search: "The beginning of its name",
		picking: {
			pick: (name: string) => `Choose ${name}`,
			drop: (name: string) => `Take ${name} out`,
			picked: "Chosen account",
		},
		pickOne: "Choose a service account first.",
		name: "Name of the key",
		nameHint: "Which program gets it, such as nightly report.",
		days: "Ends after",
		purpose: "What it is for",
		purposes: { apis: "Other APIs behind this login", administer: "Administering this service" },
		scopes: "Scopes (optional)",
		scopesHint: "None ticked: all that the role of the account allows.",
		noScopes: "SALLYPORT_SCOPES names none: it may do all that the role of the account allows.",
		allowed: "What it may do",
		tickOne: "Tick at least one.",
		/** Reserved scopes, without `sallyport:`. */
		reserved: {
			"users:read": "See users and groups",
			"users:write": "Add and change users",
			"users:delete": "Delete users",
			links: "Receive links that set a password",
			"groups:write": "Change groups",
			"sessions:read": "See sessions",
			"sessions:end": "End sessions",
			"events:read": "See and export events",
			"system:read": "See settings, keys and the state of the service",
			"keys:rotate": "Rotate keys",
			mails: "See mails and send failed ones again",
			clients: "Register and change applications",
		},
		addresses: "Only from these addresses (optional)",
		addressesHint: "Such as 192.0.2.0/24, separated by spaces.",
		submit: "Make the key",
		/** The answer to the first attempt was lost, and the key with it. */
		lost: (name: string) => `${name} is made, but was not shown. End it and make another one.`,
		wrong: (message: string, _member: string) => message,
	},
	made: {
		heading: (name: string) => `Store the key ${name}`,
		why: (user: string) =>
			`It is shown only now. Anyone who has it can log in as ${user}: put it where the program keeps its secrets.`,
		key: "access key",
		csrfWhat: "Its logins send this CSRF token in the header `csrf`. It is no secret.",
		csrf: "CSRF token of the key",
		loginWhat: "This is how the program logs in:",
		login: "login command",
		callWhat: "With the token that the login answers, it calls:",
		call: "first call",
		stored: "I have stored it",
	},
};
