/** The texts of the second step of a login. */
export const secondStepTexts = {
	passkey: {
		intro: "Confirm with your passkey: by finger, face, PIN or security key.",
		submit: "Use the passkey",
		choose: "Use a passkey",
	},
	totp: {
		intro: "Enter the code that your authenticator app shows now.",
		label: "Code",
		wrong: "This code is wrong, or it was used before. Enter the next one that the app shows.",
		choose: "Use the authenticator app",
	},
	recovery_code: {
		intro: "Enter one of the recovery codes that you stored. Each of them works once.",
		label: "Recovery code",
		wrong: "This recovery code is wrong, or it was used before.",
		choose: "Use a recovery code",
	},
	trust: {
		/** `time`: “14 days”. */
		label: (time: string) => `Trust this device for ${time}: your password alone logs you in`,
	},
	enrolment: "This service requires a second step, and you have none yet. Add one to log in.",
	/** What can be added, below the button for it. */
	add: {
		passkey: "By finger, face, PIN or security key. It also logs you in without your password.",
		app: "A code from your phone, which every login then asks for after your password.",
		none: "This takes a passkey, and this browser makes none here. Open this page in another browser.",
	},
	/** No code of an app and no recovery code looks like that. */
	malformed: "A code has 6 or 8 digits; a recovery code has 15 letters and digits.",
	back: "Back",
	expired: "That took too long, or something has changed since. Enter your password again.",
};
