/** The texts of the page for a forgotten password, and of the setup page where its link leads there. */
export const recoveryTexts = {
	heading: "Forgotten your password?",
	intro:
		"Enter your username or your e-mail address. A link to set a new password then goes to the address of your account.",
	login: "Username or e-mail address",
	submit: "Send the link",
	sent: "If the account has a confirmed address, a mail with a link is on its way. Your present password stays until you have set a new one.",
	nothing: "Nothing has come? Look among the spam, and ask again in an hour at the latest.",
	toLogin: "Back to the login",
	invalid: "This link is no longer valid. It works once, and not for long.",
	used: "This link has already been used. Log in with your new password, or ask for another link.",
	another: "Ask for another link",
};
