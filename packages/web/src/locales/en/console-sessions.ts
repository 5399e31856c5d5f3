import { counter } from "../count.ts";
import { locale } from "./login.ts";

const counted = /* @__PURE__ */ counter(locale);

/** The page of all sessions, in the console. */
export const consoleSessionTexts = {
	title: "Sessions",
	empty: "There are no sessions.",
	live: "Live",
	ended: "Ended",
	kinds: { cookie: "Browser", token: "Token" },
	filters: { state: "State", kind: "Kind", user: "User", address: "Address" },
	columns: {
		user: "User",
		client: "Client",
		kind: "Kind",
		address: "Address",
		proven: "Proven by",
		began: "Began",
		seen: "Last used",
		ended: "Ended",
		reason: "Why",
		act: "Action",
	},
	methods: {
		pwd: "password",
		otp: "authenticator app",
		pop: "passkey",
		key: "access key",
	},
	unknown: "Unknown program",
	on: (program: string, system: string | null) => (system === null ? program : `${program} on ${system}`),
	/** Of one session, for screen readers. */
	ofUser: (client: string, user: string) => `${client}, ${user}`,
	end: "End",
	endWhich: (user: string, client: string, when: string) =>
		`End session of ${user}: ${client}, began ${when}`,
	own: "This one",
	endOne: "End the session",
	whatOne: "The user is logged out there at once. This cannot be undone.",
	whatOwn: "You are logged out here at once. This cannot be undone.",
	endedCount: (count: number) => counted(count, { one: "# session ended.", other: "# sessions ended." }),
	many: {
		label: "What to do with the selected sessions",
		button: "End all sessions of these users",
		heading: (users: number) =>
			counted(users, { one: "End all sessions of # user?", other: "End all sessions of # users?" }),
		what: "They are logged out everywhere, and log in again. Your own session stays.",
		submit: "End their sessions",
	},
	all: {
		button: "End all sessions",
		heading: "End all sessions of all users?",
		what: "Everyone is logged out, programs and you too. Logins continue, so all of them can log in again. Access keys stay.",
		typed: "end all sessions",
	},
};
