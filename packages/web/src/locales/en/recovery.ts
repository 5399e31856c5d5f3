/** The texts of the page for a forgotten password, and of the setup page where its link leads there. */
export const recoveryTexts = {
	heading: "Forgotten your password?",
	intro:
		"Enter your username or your e-mail address. A link to set a new password will be sent to your account's address.",
	login: "Username or e-mail address",
	submit: "Send the link",
	sent: "If the account has a confirmed address, an e-mail with a link is on its way. Your current password keeps working until you set a new one.",
	nothing: "No e-mail after a few minutes? Check your spam folder, then ask again.",
	/** Followed by when to try again. */
	tooMany: "Too many links were asked for from your network.",
	toLogin: "Back to the login",
	invalid: "This link is no longer valid. It works once, and not for long.",
	used: "This link has already been used. Log in with your new password, or ask for another link.",
	another: "Ask for another link",
};
