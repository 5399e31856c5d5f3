import type * as en from "../en/reauthenticate.ts";

export const reauthenticateTexts: typeof en.reauthenticateTexts = {
	heading: "Sind Sie es?",
	intro: "Geben Sie Ihr Passwort noch einmal ein, um fortzufahren.",
	submit: "Bestätigen",
	passkey: "Stattdessen einen Passkey verwenden",
	cancel: "Abbrechen",
	wrongPassword: "Das Passwort ist falsch.",
	toAccount: "Zu Ihrem Konto",
	stronger: {
		none: "Ihr Passwort stimmt, aber was Sie geöffnet haben, verlangt einen zweiten Schritt, und Sie haben noch keinen. Fügen Sie einen hinzu, dann geht es hier weiter.",
		passkey:
			"Ihr Passwort stimmt, aber was Sie geöffnet haben, verlangt mehr. Bestätigen Sie auch mit Ihrem Passkey.",
		added: "Der Passkey ist hinzugefügt. Verwenden Sie ihn jetzt, dann geht es hier weiter.",
		other:
			"Was Sie geöffnet haben, verlangt mehr als ein Passwort. Fügen Sie etwas anderes hinzu, um es zu bestätigen.",
		add: "Etwas anderes hinzufügen",
	},
};
