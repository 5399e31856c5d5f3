import { counter } from "../count.ts";
import { locale } from "./login.ts";

const counted = /* @__PURE__ */ counter(locale);

/** The texts of the page on which users see who they are here, besides the shared ones. */
export const profileTexts = {
	title: "Profile",
	hello: (name: string) => `Hello, ${name}`,
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
				one: "# login attempt had your correct password but failed at the second step.",
				other: "# login attempts had your correct password but failed at the second step.",
			}),
		stoppedAdvice: "If that was not you, others know your password. Change it now.",
		advice: "If that was not you, change your password, and end the sessions you do not recognize.",
		toPassword: "Change your password",
		toSessions: "See your sessions",
	},
	details: {
		heading: "Your details",
		name: "Name",
		username: "Username",
		email: "E-mail address",
		confirmed: "Confirmed",
		unconfirmed: "Not confirmed",
		noEmail: "None yet",
		addEmail: "Add an address",
		changeEmail: "Change the address",
		groups: "Groups",
		language: "Language",
		byBrowser: "Use the browser's language",
		languageHint: "For pages and mails. The page loads again as soon as you choose.",
		wrong: "Is something wrong here? The operator of this service can change it.",
	},
	data: {
		heading: "Your data",
		intro:
			"A file with everything that is stored about you here: your details, sessions, second factors, mails and events. No password and no secret is in it.",
		submit: "Download my data",
	},
};
