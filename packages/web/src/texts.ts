/**
 * The texts of the login page, and those that all pages share. What a login does not show is in a file next to the page or the
 * component that shows it, so that a login does not load it. `Between backticks` is shown as code. To translate: other objects of these types, and their
 * locale.
 */
export const locale = "en-GB";

export const texts = {
	login: {
		heading: "Log in",
		username: "Username",
		password: "Password",
		remember: "Stay logged in",
		submit: "Log in",
		passkey: "Use a passkey",
		secondStep: "One more step",
	},
	capsLock: "Caps Lock is on.",
	reveal: { show: "Show", hide: "Hide", what: (label: string) => label.toLowerCase() },
	wait: {
		/** Followed by the remaining time. */
		button: "Wait",
		alone: (duration: string) => `Try again in ${duration}.`,
		again: (duration: string) => `This page tries again by itself in ${duration}.`,
		stop: "Stop",
		stopped: (duration: string) => `Stopped. You can try again in ${duration}.`,
		resending: "Trying again…",
		over: "You can try again now.",
		seconds: (count: number) => (count === 1 ? "1 second" : `${count} seconds`),
		minutes: (count: number) => (count === 1 ? "1 minute" : `${count} minutes`),
	},
	/** Why the login page was opened; other values are ignored. */
	ended: {
		logout: "You are logged out.",
		session_expired: "Your session has expired. Log in again to continue where you were.",
		session_ended: "Your session was ended. Log in again to continue where you were.",
		unauthenticated: "Log in to continue.",
		invalid_token: "Log in to continue.",
	} as Record<string, string>,
	/** By error code; other codes are shown with the message of the server. */
	problems: {
		invalid_credentials: "Username or password is wrong.",
		network_error: "The service cannot be reached. Check your connection, then try again.",
		unexpected_answer: "The service sent no usable response. Try again in a moment.",
		internal_error: "Something went wrong on our side. Try again in a moment.",
		csrf_missing: "This page is too old. Reload it, then try again.",
		csrf_invalid: "This page is too old. Reload it, then try again.",
		origin_forbidden: "The service was opened under an unknown address. Open it at its own address.",
		rate_limited: "Too many attempts.",
		overloaded: "The service is very busy right now.",
		store_unavailable: "The service cannot reach its data right now.",
	} as Record<string, string>,
	reference: (requestId: string) => `Reference for the operator: ${requestId}`,
} as const;
