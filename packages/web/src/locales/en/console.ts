import { counter } from "../count.ts";
import { locale } from "./login.ts";

const counted = /* @__PURE__ */ counter(locale);

/** What every page of the console shares. Each page has a file of its own beside this one. */
export const consoleTexts = {
	again: "Try again",
	worksUntil: (when: string) => `It works until ${when}.`,
	cancel: "Cancel",
	close: "Close",
	undo: "Undo",
	undone: "Undone.",
	dismiss: "Dismiss",
	loading: "Loading…",
	pages: "Pages of the list",
	none: "None",
	never: "Never",
	yes: "Yes",
	no: "No",
	/** `soon`: “in 30 seconds”, counted down on the button. */
	wait: "Wait",
	/** Of a list. */
	list: {
		previous: "Previous",
		next: "Next",
		newer: "Newer",
		older: "Older",
		toFirst: "To the first page",
		selectAll: "Select all on this page",
		select: (name: string) => `Select ${name}`,
		selected: (count: number) => counted(count, { other: "# selected" }),
		unselect: "Clear selection",
		fold: "Filters",
		any: "any",
		clear: "Clear filters",
		/** Nothing fits, as far as the service has looked. */
		nothingYet: "Nothing was found so far. There is more to look at.",
		lookOn: "Look further",
		nothingFound: "Nothing fits these filters.",
	},
	chart: {
		asTable: "As a table",
		/** The height of the chart. */
		most: (most: string) => `Up to ${most}`,
	},
	missing: {
		heading: "Nothing is here",
		text: "This page does not exist, or what it showed has been deleted.",
		home: "To the overview",
	},
	/** The page is open, and its user may not administer any more. */
	closed: {
		demoted: {
			heading: "You are no longer an admin",
			text: "Your role has changed since you opened this page. What it showed is gone from it.",
		},
		factor: {
			heading: "Add a second factor first",
			text: "This service requires a second factor of admins, and you have none yet.",
			link: "Add one",
		},
		toAccount: "To your account",
	},
	over: {
		heading: "Your session has ended",
		intro: "Log in again to continue. What you have typed here stays.",
		submit: "Log in",
		elsewhere: "Log in in another way, in a new tab",
		done: "I have logged in",
		wrong: "The password is wrong.",
	},
	/** Something was changed by another admin or program since it was shown. */
	changed: {
		save: "Save",
		saved: "Saved.",
		nothing: "Nothing has changed.",
		leave: "Leave without saving?",
		leaveSubmit: "Leave",
		heading: "This has changed since you opened it",
		text: "Another change came first. Nothing of yours is saved yet.",
		what: "What",
		yours: "Yours",
		now: "Now",
		keep: "Save mine",
		take: "Take what is there now",
	},
	offline: "You are offline. This page continues when the connection is back.",
	typed: (text: string) => `Type ${text} to confirm`,
	typedWrong: (text: string) => `This is not ${text}.`,
	find: {
		heading: "Find a page or a user",
		label: "The beginning of a username, or a page",
		pages: "Pages",
		users: "Users",
		also: {
			clients: "client secret token sso",
			events: "audit log",
			keys: "rotate secret",
			"access-keys": "token api",
			system: "settings version check",
		},
		nothing: "Nothing begins with that.",
		several: "Choose one of the names.",
	},
	problems: {
		last_admin: "This is the last admin who can log in. Make another user an admin first.",
		own_account: "This cannot be done to your own account. Ask another admin.",
		state_conflict: "This cannot be done in the present state. Reload the page to see what has changed.",
		precondition_failed: "Another change came first. Reload the page to see it.",
		username_taken: "This username is taken.",
		external_id_taken: "Another user has this external ID.",
		group_exists: "This group exists already.",
		client_exists: "There is an application with this ID already.",
		limit_exceeded: "That is more than this service keeps.",
		insufficient_scope: "You may not do that.",
		cursor_invalid: "This page of the list does not exist any more. Begin at the first one.",
		validation_failed: "Something in the address or the form is not valid.",
	},
};
