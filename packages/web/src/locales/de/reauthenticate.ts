import type * as en from "../en/reauthenticate.ts";

export const reauthenticateTexts: typeof en.reauthenticateTexts = {
	heading: "Sind Sie es?",
	intro: "Geben Sie Ihr Passwort noch einmal ein, um fortzufahren.",
	submit: "Bestätigen",
	passkey: "Stattdessen einen Passkey verwenden",
	cancel: "Abbrechen",
	wrongPassword: "Das Passwort ist falsch.",
	toAccount: "Zu Ihrem Konto",
};
