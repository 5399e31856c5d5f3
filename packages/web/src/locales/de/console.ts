import { counter } from "../count.ts";
import type * as en from "../en/console.ts";
import { locale } from "./login.ts";

const counted = /* @__PURE__ */ counter(locale);

export const consoleTexts: typeof en.consoleTexts = {
	again: "Noch einmal versuchen",
	worksUntil: (when) => `Er gilt bis ${when}.`,
	cancel: "Abbrechen",
	close: "Schließen",
	undo: "Rückgängig",
	undone: "Rückgängig gemacht.",
	dismiss: "Ausblenden",
	loading: "Wird geladen …",
	pages: "Seiten der Liste",
	none: "Keine",
	never: "Nie",
	yes: "Ja",
	no: "Nein",
	wait: "Warten",
	list: {
		previous: "Zurück",
		next: "Weiter",
		newer: "Neuere",
		older: "Ältere",
		toFirst: "Zur ersten Seite",
		selectAll: "Alle auf dieser Seite auswählen",
		select: (name) => `${name} auswählen`,
		any: "alle",
		clear: "Filter aufheben",
		nothingYet: "Bisher wurde nichts gefunden. Es gibt noch mehr zu durchsuchen.",
		lookOn: "Weiter suchen",
		nothingFound: "Nichts passt zu diesen Filtern.",
	},
	chart: {
		asTable: "Als Tabelle",
		/** The height of the chart. */
		most: (most) => `Bis ${most}`,
	},
	missing: {
		heading: "Hier ist nichts",
		text: "Diese Seite gibt es nicht, oder was sie gezeigt hat, wurde gelöscht.",
		home: "Zur Übersicht",
	},
	closed: {
		demoted: {
			heading: "Sie sind kein Admin mehr",
			text: "Ihre Rolle wurde geändert, seit Sie diese Seite geöffnet haben. Was sie gezeigt hat, ist nicht mehr da.",
		},
		factor: {
			heading: "Fügen Sie zuerst einen zweiten Faktor hinzu",
			text: "Dieser Dienst verlangt von Admins einen zweiten Faktor, und Sie haben noch keinen.",
			link: "Hinzufügen",
		},
		toAccount: "Zu Ihrem Konto",
	},
	over: {
		heading: "Ihre Sitzung ist beendet",
		intro: "Melden Sie sich wieder an, um fortzufahren. Was Sie hier eingegeben haben, bleibt stehen.",
		submit: "Anmelden",
		elsewhere: "Auf andere Weise anmelden, in einem neuen Tab",
		done: "Ich habe mich angemeldet",
		wrong: "Das Passwort ist falsch.",
	},
	changed: {
		save: "Speichern",
		saved: "Gespeichert.",
		nothing: "Es hat sich nichts geändert.",
		heading: "Das wurde inzwischen geändert",
		text: "Eine andere Änderung war schneller. Von Ihrer ist noch nichts gespeichert.",
		what: "Was",
		yours: "Ihre Eingabe",
		now: "Jetzt",
		keep: "Meine speichern",
		take: "Übernehmen, was jetzt da ist",
	},
	offline: "Sie sind offline. Diese Seite macht weiter, wenn die Verbindung wieder da ist.",
	typed: (text) => `Geben Sie zur Bestätigung ${text} ein`,
	typedWrong: (text) => `Das ist nicht ${text}.`,
	find: {
		heading: "Eine Seite oder einen Benutzer finden",
		label: "Der Anfang eines Namens",
		pages: "Seiten",
		users: "Benutzer",
		nothing: "Nichts beginnt damit.",
	},
	tooLong: (most) => counted(most, { other: "Höchstens # Zeichen." }),
	problems: {
		last_admin:
			"Das ist der letzte Admin, der sich anmelden kann. Machen Sie zuerst einen anderen Benutzer zum Admin.",
		own_account: "Mit dem eigenen Konto geht das nicht. Bitten Sie einen anderen Admin.",
		state_conflict:
			"Das geht im jetzigen Zustand nicht. Laden Sie die Seite neu, um zu sehen, was sich geändert hat.",
		precondition_failed: "Eine andere Änderung war schneller. Laden Sie die Seite neu, um sie zu sehen.",
		username_taken: "Dieser Benutzername ist vergeben.",
		external_id_taken: "Ein anderer Benutzer hat diese externe ID.",
		group_exists: "Diese Gruppe gibt es schon.",
		client_exists: "Eine Anwendung mit dieser ID gibt es schon.",
		limit_exceeded: "Das ist mehr, als dieser Dienst aufbewahrt.",
		insufficient_scope: "Das dürfen Sie nicht.",
		cursor_invalid: "Diese Seite der Liste gibt es nicht mehr. Beginnen Sie bei der ersten.",
		validation_failed: "Etwas in der Adresse oder im Formular ist ungültig.",
		unknown_field: "Etwas in der Adresse dieser Seite ist unbekannt.",
	},
};
