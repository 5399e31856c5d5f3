/** What the server itself writes: around the content of each page, and where there is none. `{names}` are its own values. */
export const direction: "ltr" | "rtl" = "ltr";

export const frameTexts = {
	skip: "Skip to content",
	/** Of the links in the header, for screen readers. */
	pages: "Account",
	/** The links, by the name of the page. */
	account: {
		account: "Profile",
		"account/security": "Login security",
		"account/sessions": "Sessions",
		"account/programs": "Programs",
	},
	/** The console: the pages on which admins administer. */
	administration: "Administration",
	console: {
		console: "Overview",
		"console/users": "Users",
		"console/groups": "Groups",
		"console/integrations/clients": "Applications",
		"console/sessions": "Sessions",
		"console/events": "Events",
		"console/mails": "Mails",
		"console/keys": "Signing keys",
		"console/access-keys": "Access keys",
		"console/system": "System",
	},
	ownAccount: "Your account",
	find: "Find",
	logOut: "Log out",
	needsScript: "This page needs JavaScript.",
	/** Commands follow. */
	withoutScript: "This page needs JavaScript. The same works with curl:",
	/** By error code: the heading of the page that a browser gets instead. */
	refusals: {
		not_found: "This page does not exist",
		method_not_allowed: "Method not allowed",
		bad_request: "Bad request",
		uri_too_long: "URI too long",
		request_timeout: "Request timeout",
		store_unavailable: "Not available right now",
		internal_error: "Something went wrong",
		forbidden: "This page is for admins",
		rate_limited: "Too many at once",
		interaction_unknown: "This login has expired",
		application_forbidden: "You have no access to this application",
		application_disabled: "This application is switched off",
		application_request_invalid: "This application is not set up right",
		other: "This did not work",
	},
	advice: {
		store_unavailable: "Wait a moment, then load this page again.",
		internal_error: "Reload this page. If the problem persists, give the operator the request ID.",
		forbidden: "Ask an admin of this service for the role, or log in as another user.",
		rate_limited: "Wait a minute, then load this page again.",
		interaction_unknown: "Go back to the application and start again.",
		application_forbidden:
			"You may not use {application}. Ask its operator, or an admin of this service, for access.",
		application_disabled:
			"The operator of this service has switched {application} off for now. Try again later.",
		application_request_invalid: "Go back, and tell the operator of the application what is below.",
		other: "Check the address, or begin at the start page.",
	},
	/** Where a login was begun at another address of this service, whose cookies are others. */
	elsewhere: "This service is at {baseUrl}. Start again from the application.",
	/** Where an application is not for the user who is logged in. */
	refusedLogin: {
		user: "You are logged in as {user}.",
		notYou: "Not you?",
		back: "Go back to {application}",
		account: "Go to your account",
	},
	/** Below what the application is to be repaired by. */
	repairs: {
		register:
			"The application sent {address}. To register it, repeat {option} for each address: sallyport client set {id} {option} …",
		unknown: "No application is registered as {id} here. Those that are: sallyport client list",
	},
	/** After an application has sent the user here to log out. */
	logout: {
		done: "You are logged out",
		close: "You can close this page.",
		ask: "Log out?",
		what: "This ends your session here, and in every application that you reached with it.",
		submit: "Log out",
	},
	requestId: "Request ID: {id}",
	start: "Go to the start page",
	/** At the foot, where the operator names them. */
	links: { support: "Help", imprint: "Imprint", privacy: "Privacy" },
};
