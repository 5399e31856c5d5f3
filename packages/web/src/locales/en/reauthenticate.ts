/** The texts of the reauthentication, on its own page and on others. */
export const reauthenticateTexts = {
	heading: "Confirm it's you",
	intro: "Enter your password again to continue.",
	submit: "Confirm",
	passkey: "Use a passkey instead",
	cancel: "Cancel",
	wrongPassword: "The password is wrong.",
	toAccount: "Go to your account",
	/** What was opened takes more than the password, which was right. */
	stronger: {
		none: "Your password is right, but what you opened takes a second step, and you have none yet. Add one, and you continue from here.",
		passkey: "Your password is right, but what you opened takes more. Confirm with your passkey too.",
		added: "The passkey is added. Use it now, and you continue from here.",
		other: "What you opened takes more than a password. Add something else to confirm with.",
		add: "Add something else",
	},
};
