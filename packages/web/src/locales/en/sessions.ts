import { counter } from "../count.ts";
import { locale } from "./login.ts";

const counted = /* @__PURE__ */ counter(locale);

export const sessionTexts = {
	page: {
		title: "Sessions",
		intro: "Where you are logged in: browsers, phones and programs. End what you do not recognize.",
	},
	loading: "Loading sessions…",
	retry: "Try again",
	/** Its program keeps no cookie, as browsers do. */
	token: "Token",
	/** Its program has an access key; no person has logged in. */
	accessKey: "Access key",
	current: "This one",
	remember: "Stays logged in",
	unknown: "Unknown program",
	on: (program: string, system: string | null) => (system === null ? program : `${program} on ${system}`),
	made: "Logged in",
	seen: "Last used",
	from: "From",
	ends: "Ends",
	nowhere: "unknown",
	end: "End",
	logOut: "Log out",
	endWhich: (name: string, when: string) => `End session: ${name}, logged in ${when}`,
	endOthers: "End all others",
	alone: "There are no other sessions.",
	ended: "Session ended.",
	othersEnded: "All other sessions have ended.",
	/** The service lists 100 at most. */
	more: (count: number) => counted(count, { other: count < 100 ? "Show all #" : "Show the # used last" }),
};
