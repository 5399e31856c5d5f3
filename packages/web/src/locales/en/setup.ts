/** The texts of the setup page, besides the shared ones. */
export const setupTexts = {
	heading: "Choose your password",
	headingFor: (username: string) => `Password for ${username}`,
	submit: "Save password and log in",
	saved: "Your password is saved.",
	incomplete: "This link is incomplete. Open the whole link, up to its last character.",
	invalid: "This link is no longer valid. Ask the operator of this service for a new one.",
	used: "This link has already been used. Log in with your password, or ask the operator of this service for a new link.",
	/** A link to the operator's own page or address. */
	help: "Ask for help",
	haveOne: "Go to the login",
};
