import { counter } from "../count.ts";
import { locale } from "./login.ts";

const counted = /* @__PURE__ */ counter(locale);

/** The texts of the page on which a user lets an application know them, or not. */
export const consentTexts = {
	/** As long as its name is not known. */
	heading: "Log in to an application",
	headingOf: (name: string) => `Log in to ${name}`,
	loading: "Loading…",
	retry: "Try again",
	/** The host of its address follows. */
	back: "If you allow it, you continue at",
	backToApp: "If you allow it, you continue in an app on this device.",
	knows: "The application will know:",
	/** By scope, each an item of a list. */
	scopes: {
		openid: "An ID for your account",
		profile: "Your name and your username",
		email: "Your e-mail address",
		groups: "The groups that you are in",
	},
	stays: (days: number) =>
		days === 0
			? "It stays connected while you are logged in."
			: counted(days, {
					one: "It stays connected for # day after you log out.",
					other: "It stays connected for # days after you log out.",
				}),
	/** `name`: “Ada Lovelace (ada)” */
	user: (name: string) => `You are logged in as ${name}.`,
	notYou: "Not you?",
	allow: "Allow",
	cancel: "Cancel",
	toApplication: (name: string) => `Go to ${name}`,
	toAccount: "Go to your account",
	/** By error code: what no other page shows. */
	problems: {
		interaction_unknown:
			"This login has expired, or was begun in another browser. Go back to the application and start again.",
		application_disabled:
			"The operator of this service has switched this application off for now. Try again later.",
		application_forbidden:
			"You may not use this application. Ask its operator, or an admin of this service, for access.",
	},
};
