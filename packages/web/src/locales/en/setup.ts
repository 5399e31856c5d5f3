/** The texts of the setup page, besides the shared ones. */
export const setupTexts = {
	heading: "Choose your password",
	headingFor: (username: string) => `Password for ${username}`,
	submit: "Save password and log in",
	saved: "Your password is saved.",
	incomplete: "This link is incomplete. Open the whole link, up to its last character.",
	invalid: "This link is no longer valid. Ask the administrator for a new one (sallyport user reset NAME).",
	used: "This link has already been used. Log in with your password, or ask the administrator for a new link (sallyport user reset NAME).",
	haveOne: "I already have a password",
};
