/** The texts around passkeys. */
export const passkeyTexts = {
	cancelled: "No passkey was used. Try again, or log in another way.",
	present: "This device has a passkey for you already.",
	notMade: "No passkey was made. Try again.",
	add: {
		button: "Add a passkey",
		done: "The passkey is added. It logs you in without your password.",
	},
};
