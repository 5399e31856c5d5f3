import { counter } from "../count.ts";
import type * as en from "../en/profile.ts";
import { locale } from "./login.ts";

const counted = /* @__PURE__ */ counter(locale);

export const profileTexts: typeof en.profileTexts = {
	title: "Profil",
	hello: (name) => `Hallo ${name}`,
	lastLogin: {
		none: "Das ist Ihre erste Anmeldung.",
		at: (when, address) => `Letzte Anmeldung: ${when}${address === null ? "" : `, von ${address}`}.`,
		failed: (count) =>
			counted(count, {
				one: "# Anmeldeversuch unter Ihrem Namen ist seitdem fehlgeschlagen.",
				other: "# Anmeldeversuche unter Ihrem Namen sind seitdem fehlgeschlagen.",
			}),
		failedNow: (count) =>
			counted(count, {
				one: "# Versuch ist seit Ihrer Anmeldung fehlgeschlagen.",
				other: "# Versuche sind seit Ihrer Anmeldung fehlgeschlagen.",
			}),
		stopped: (count) =>
			counted(count, {
				one: "Bei # Anmeldung war Ihr Passwort bekannt; erst der zweite Schritt ist gescheitert.",
				other: "Bei # Anmeldungen war Ihr Passwort bekannt; erst der zweite Schritt ist gescheitert.",
			}),
		stoppedAdvice: "Wenn Sie das nicht waren, kennen andere Ihr Passwort. Ändern Sie es gleich.",
		advice:
			"Wenn Sie das nicht waren, ändern Sie Ihr Passwort, und beenden Sie die Sitzungen, die Sie nicht kennen.",
		toPassword: "Passwort ändern",
		toSessions: "Ihre Sitzungen ansehen",
	},
	details: {
		heading: "Ihre Angaben",
		name: "Name",
		username: "Benutzername",
		email: "E-Mail-Adresse",
		confirmed: "Bestätigt",
		unconfirmed: "Nicht bestätigt",
		noEmail: "Noch keine",
		addEmail: "Adresse hinzufügen",
		changeEmail: "Adresse ändern",
		groups: "Gruppen",
		language: "Sprache",
		byBrowser: "Wie im Browser",
		languageHint: "Für Seiten und Mails. Die Seite lädt neu, sobald Sie wählen.",
		wrong: "Stimmt hier etwas nicht? Der Betreiber dieses Dienstes kann es ändern.",
	},
	data: {
		heading: "Ihre Daten",
		intro:
			"Eine Datei mit allem, was hier über Sie gespeichert ist: Ihre Angaben, Sitzungen, zweiten Faktoren, Mails und Ereignisse. Passwörter und andere Geheimnisse sind nicht darin.",
		submit: "Meine Daten herunterladen",
	},
};
