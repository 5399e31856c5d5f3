/** For numbers and times. */
export const locale: string = "en-GB";

/** What only pages that log a user in show. */
export const loginTexts = {
	heading: "Log in",
	remember: "Stay logged in",
	submit: "Log in",
	forgotten: "Forgotten your password?",
	passkey: "Use a passkey",
	secondStep: "One more step",
	/** Why the login page was opened; other values are ignored. */
	ended: {
		logout: "You are logged out.",
		session_expired: "Your session has expired. Log in again to continue where you were.",
		session_ended: "Your session was ended. Log in again to continue where you were.",
		unauthenticated: "Log in to continue.",
		invalid_token: "Log in to continue.",
	},
};

/** The texts that all pages share. */
export const texts = {
	username: "Username",
	password: "Password",
	capsLock: "Caps Lock is on.",
	/** `what` follows the word on the button, for screen readers alone. */
	reveal: { show: "Show", hide: "Hide", what: (label: string) => ` ${label.toLowerCase()}` },
	wait: {
		/** Followed by the remaining time. */
		button: "Wait",
		/** `soon`: “in 30 seconds”. */
		alone: (soon: string) => `Try again ${soon}.`,
		again: (soon: string) => `This page tries again by itself ${soon}.`,
		stop: "Stop",
		stopped: (soon: string) => `Stopped. You can try again ${soon}.`,
		resending: "Trying again…",
		over: "You can try again now.",
	},
	/** By error code. */
	problems: {
		invalid_credentials: "Username or password is wrong.",
		network_error: "The service cannot be reached. Check your connection, then try again.",
		unexpected_answer: "The service sent no usable response. Reload this page.",
		internal_error: "Something went wrong on our side. If it happens again, tell the operator.",
		csrf_missing: "This page is too old. Reload it, then try again.",
		csrf_invalid: "This page is too old. Reload it, then try again.",
		origin_forbidden: "The service was opened under an unknown address. Open it at its own address.",
		rate_limited: "Too many attempts.",
		overloaded: "The service is very busy right now.",
		store_unavailable: "The service cannot reach its data right now.",
	},
	/** Of another code. The service speaks English, so other languages leave its message out. */
	otherProblem: (message: string) => message,
	/** What the service objects to in a form. Other languages leave it out too. */
	objections: (messages: string) => messages,
	reference: (requestId: string) => `Reference for the operator: ${requestId}`,
};
