import type * as en from "../en/second-step.ts";

export const secondStepTexts: typeof en.secondStepTexts = {
	passkey: {
		intro: "Bestätigen Sie mit Ihrem Passkey: mit Finger, Gesicht, PIN oder Sicherheitsschlüssel.",
		submit: "Passkey verwenden",
		choose: "Passkey verwenden",
	},
	totp: {
		intro: "Geben Sie den Bestätigungscode ein, den Ihre Authenticator-App jetzt zeigt.",
		label: "Bestätigungscode",
		wrong: "Dieser Code ist falsch oder wurde schon benutzt. Geben Sie den nächsten ein, den die App zeigt.",
		choose: "Authenticator-App verwenden",
	},
	recovery_code: {
		intro: "Geben Sie einen der Wiederherstellungscodes ein, die Sie gespeichert haben. Jeder gilt einmal.",
		label: "Wiederherstellungscode",
		wrong: "Dieser Wiederherstellungscode ist falsch oder wurde schon benutzt.",
		choose: "Wiederherstellungscode verwenden",
	},
	trust: {
		label: (time) => `Diesem Gerät ${time} lang vertrauen: Hier genügt dann Ihr Passwort`,
	},
	enrolment:
		"Dieser Dienst verlangt einen zweiten Schritt, und Sie haben noch keinen. Fügen Sie einen hinzu, um sich anzumelden.",
	add: {
		passkey: "Mit Finger, Gesicht, PIN oder Sicherheitsschlüssel. Er meldet Sie auch ohne Ihr Passwort an.",
		app: "Ein Code von Ihrem Telefon, den dann jede Anmeldung nach dem Passwort verlangt.",
		none: "Dafür braucht es einen Passkey, und dieser Browser erstellt hier keinen. Öffnen Sie diese Seite in einem anderen Browser.",
	},
	malformed: "Ein Code hat 6 oder 8 Ziffern, ein Wiederherstellungscode 15 Buchstaben und Ziffern.",
	back: "Zurück",
	expired:
		"Das hat zu lange gedauert, oder inzwischen hat sich etwas geändert. Geben Sie Ihr Passwort noch einmal ein.",
};
