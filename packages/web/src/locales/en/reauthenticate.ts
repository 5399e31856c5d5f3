/** The texts of the reauthentication, on its own page and on others. */
export const reauthenticateTexts = {
	heading: "Confirm it's you",
	intro: "Enter your password again to go on.",
	submit: "Confirm",
	passkey: "Use a passkey instead",
	cancel: "Cancel",
	wrongPassword: "The password is wrong.",
	toAccount: "Go to your account",
};
