/** The texts of the section about applications, on the profile. */
export const applicationTexts = {
	heading: "Applications",
	loading: "Loading applications…",
	retry: "Try again",
	empty: "No application knows you yet. One that you log in to with this account appears here.",
	intro: "What you log in to with this account. End what you do not use any more.",
	trusted: "Set up by the operator",
	offline: "Stays connected",
	since: "Since",
	used: "Last used",
	knows: "Knows",
	/** By scope, in a list: “an ID, your e-mail address”. */
	scopes: {
		openid: "an ID",
		profile: "your name and username",
		email: "your e-mail address",
		groups: "your groups",
	},
	open: "Open",
	openWhich: (name: string) => `Open ${name}`,
	end: "End",
	endWhich: (name: string) => `End ${name}`,
	ending: {
		heading: (name: string) => `End ${name}?`,
		text: "You are logged out there, and the application loses its access to your account. What it has stored about you stays there. The next time you log in to it, it asks you again.",
		/** It is trusted. */
		textTrusted:
			"You are logged out there, and the application loses its access to your account. What it has stored about you stays there. The operator has set it up for everyone, so your next login to it works without a question.",
		submit: "End",
		done: (name: string) => `${name} has ended.`,
	},
};
