import { counter } from "../count.ts";
import type * as en from "../en/console-overview.ts";
import { locale } from "./login.ts";

const counted = /* @__PURE__ */ counter(locale);

export const consoleOverviewTexts: typeof en.consoleOverviewTexts = {
	title: "Übersicht",
	findings: {
		heading: "Befunde",
		loading: "Der Dienst wird untersucht …",
		none: (count) =>
			counted(count, { one: "# Prüfung, nichts zu tun.", other: "# Prüfungen, nichts zu tun." }),
		see: "Ansehen",
		status: { failed: "Fehler", warning: "Warnung", ok: "In Ordnung" },
	},
	steps: {
		heading: "Nächste Schritte",
		dismiss: "Ausblenden",
		dismissWhich: (step) => `Ausblenden: ${step}`,
		each: {
			mail: {
				heading: "Lassen Sie den Dienst Mails senden",
				why: "Einladungen, vergessene Passwörter und Warnungen werden dann von selbst gesendet. Setzen Sie SALLYPORT_MAIL_URL und SALLYPORT_MAIL_FROM, und starten Sie den Dienst neu.",
				link: "",
			},
			factor: {
				heading: "Fügen Sie Ihrem Konto einen zweiten Faktor hinzu",
				why: "Ein Admin kann jedes Konto ändern: Dafür reicht ein Passwort allein nicht.",
				link: "Hinzufügen",
			},
			invite: {
				heading: "Laden Sie den ersten Benutzer ein",
				why: "Ein Benutzer bekommt einen Link, um ein Passwort festzulegen, per Mail oder von Ihnen.",
				link: "Benutzer hinzufügen",
			},
		},
	},
	numbers: {
		users: "Benutzer",
		browsers: "Laufende Sitzungen in Browsern",
		programs: "Laufende Token-Sitzungen",
		waiting: "Wartende Mails",
		failed: "Gescheiterte Mails",
	},
	logins: {
		heading: "Anmeldungen",
		span: "Wie weit zurück",
		spans: { "24": "24 Stunden", "168": "7 Tage", "720": "30 Tage" },
		sum: {
			logins: (count) => counted(count, { one: "# Anmeldung", other: "# Anmeldungen" }),
			failed: (count) => counted(count, { other: "# gescheitert (Passwort oder Code falsch)" }),
			refused: (count) => counted(count, { other: "# ungeprüft abgelehnt (zu viele auf einmal)" }),
		},
		logins: "Anmeldungen",
		failed: "Gescheitert",
		refused: "Ungeprüft abgelehnt",
		time: "Zeit",
		times: {
			heading: "Wie lange eine Anmeldung dauerte",
			what: "Mit Passwort, in Millisekunden; von mehreren Stunden die langsamste.",
			half: "Die Hälfte dauerte höchstens",
			nearlyAll: "99 von 100 dauerten höchstens",
		},
	},
};
