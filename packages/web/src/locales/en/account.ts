import { counter } from "../count.ts";
import { locale } from "./login.ts";

const counted = /* @__PURE__ */ counter(locale);

/** The texts of the account page, besides the shared ones. */
export const accountTexts = {
	title: "Account",
	greeting: {
		hello: (name: string) => `Hello, ${name}`,
		intro: "What your programs need to log in, and what is logged in as you.",
	},
	lastLogin: {
		none: "This is your first login.",
		at: (when: string, address: string | null) =>
			`Last login ${when}${address === null ? "" : ` from ${address}`}.`,
		failed: (count: number) =>
			counted(count, {
				one: "# failed attempt to log in as you since then.",
				other: "# failed attempts to log in as you since then.",
			}),
		failedNow: (count: number) =>
			counted(count, {
				one: "# failed attempt since you logged in.",
				other: "# failed attempts since you logged in.",
			}),
		stopped: (count: number) =>
			counted(count, {
				one: "# login knew your password and failed at the second step.",
				other: "# logins knew your password and failed at the second step.",
			}),
		stoppedAdvice: "If that was not you, others know your password. Change it now, below.",
		advice:
			"If that was not you, end the sessions you do not recognize and change your password, both below.",
	},
	program: {
		heading: "Log in from a program",
		intro: "Paste this into a shell and put your password in place of `YOUR_PASSWORD`.",
		code: "Put a code of your authenticator app in place of `YOUR_CODE`.",
		credential: "Credential",
		token: "JWT",
		cookie: "Cookie session",
		tokenNote: "The response contains the JWT in `token`. Put it in place of `ACCESS_TOKEN` in later calls:",
		cookieNote: "The cookie is stored in `cookies.txt` and sent with later calls:",
		command: "command",
		call: "second command",
	},
	csrf: {
		heading: "CSRF token",
		copy: "CSRF token",
		what: "Every login must send this token in the header `csrf`. It works without a cookie and for any user, and proves no identity.",
		ends: (when: string | null) =>
			`It ends with the session of this page: when you log out, end the session, change the password or leave the page unused for too long${when === null ? "" : `, and at the latest on ${when}`}.`,
	},
	sessions: {
		heading: "Sessions",
		intro: "Everything that is logged in as you, from browsers and from programs.",
		loading: "Loading sessions…",
		retry: "Try again",
		token: "Token",
		cookie: "Cookie",
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
		more: (count: number) => counted(count, { other: "Show all #" }),
	},
	password: {
		heading: "Change password",
		intro: "All your other sessions end when the password changes.",
		current: "Current password",
		submit: "Change password",
		done: "Your password has been changed. All your other sessions have ended.",
	},
};
