import { counter } from "../count.ts";
import type * as en from "../en/console-access-keys.ts";
import { locale } from "./login.ts";

const counted = /* @__PURE__ */ counter(locale);

const wrong: Record<string, string> = {
	name: "1 bis 64 sichtbare Zeichen.",
	days: "So lange darf ein Zugangsschlüssel hier nicht gelten. Wählen Sie weniger Tage.",
	scopes: "Diese Scopes gibt es in diesem Dienst nicht.",
	addresses: "Schreiben Sie höchstens 10 Adressen oder CIDR-Bereiche, zum Beispiel 192.0.2.0/24.",
};

export const consoleAccessKeyTexts: typeof en.consoleAccessKeyTexts = {
	title: "Zugangsschlüssel",
	intro:
		"Mit ihnen melden sich Programme an. Personen erstellen ihre eigenen, Admins hier die von Dienstkonten.",
	empty: "Es gibt noch keine Zugangsschlüssel.",
	days: (count) => counted(count, { one: "# Tag", other: "# Tage" }),
	within: (count) => counted(count, { other: "in # Tagen" }),
	filters: { user: "Benutzer", expiring: "Endet", unused: "Unbenutzt" },
	unusedFor: (count) => counted(count, { other: "seit # Tagen" }),
	neverUsed: "nie benutzt",
	columns: {
		name: "Schlüssel",
		made: "erstellt",
		user: "Benutzer",
		state: "Status",
		scopes: "Scopes",
		used: "Zuletzt benutzt",
		ends: "Endet",
		act: "Aktion",
	},
	allScopes: "alles seiner Rolle",
	states: {
		active: "Gilt",
		soon: "Endet bald",
		expired: "Abgelaufen",
		ended: "Beendet",
	},
	end: {
		button: "Beenden",
		which: (name, user) => `${name} von ${user} beenden`,
		heading: (name) => `${name} beenden?`,
		what: (user) =>
			`Der Dienst weist Programme von ${user} mit diesem Schlüssel sofort ab, und ihre Sitzungen enden. Das lässt sich nicht rückgängig machen.`,
		submit: "Schlüssel beenden",
		done: (name, ended) =>
			`${name} ist beendet.${ended === 0 ? "" : ` ${counted(ended, { one: "# Sitzung beendet.", other: "# Sitzungen beendet." })}`}`,
	},
	make: {
		button: "Schlüssel erstellen",
		heading: "Zugangsschlüssel für ein Dienstkonto",
		account: "Dienstkonto",
		accountHint: "Personen erstellen ihre Schlüssel selbst.",
		addAccount: "Dienstkonto hinzufügen",
		search: "Anfang des Namens",
		picking: {
			pick: (name) => `${name} wählen`,
			drop: (name) => `${name} herausnehmen`,
			picked: "Gewähltes Konto",
		},
		pickOne: "Wählen Sie zuerst ein Dienstkonto.",
		name: "Name des Schlüssels",
		nameHint: "Welches Programm ihn bekommt, zum Beispiel Nachtbericht.",
		days: "Endet nach",
		purpose: "Wofür er ist",
		purposes: { apis: "APIs hinter dieser Anmeldung", administer: "Verwaltung dieses Dienstes" },
		scopes: "Scopes (optional)",
		scopesHint: "Ohne Auswahl: alles, was die Rolle des Kontos erlaubt.",
		noScopes: "SALLYPORT_SCOPES nennt keine: Er darf alles, was die Rolle des Kontos erlaubt.",
		allowed: "Was er darf",
		tickOne: "Wählen Sie mindestens eines.",
		reserved: {
			"users:read": "Benutzer und Gruppen sehen",
			"users:write": "Benutzer hinzufügen und ändern",
			"users:delete": "Benutzer löschen",
			links: "Links zum Festlegen eines Passworts erhalten",
			"groups:write": "Gruppen ändern",
			"sessions:read": "Sitzungen sehen",
			"sessions:end": "Sitzungen beenden",
			"events:read": "Ereignisse sehen und exportieren",
			"system:read": "Einstellungen, Schlüssel und Zustand des Dienstes sehen",
			"keys:rotate": "Schlüssel wechseln",
			mails: "Mails sehen und gescheiterte erneut senden",
			clients: "Anwendungen registrieren und ändern",
		},
		addresses: "Nur von diesen Adressen (optional)",
		addressesHint: "Zum Beispiel 192.0.2.0/24, durch Leerzeichen getrennt.",
		submit: "Schlüssel erstellen",
		lost: (name) =>
			`${name} ist erstellt, wurde aber nicht gezeigt. Beenden Sie ihn und erstellen Sie einen neuen.`,
		wrong: (message, member) => wrong[member] ?? message,
	},
	made: {
		heading: (name) => `Bewahren Sie den Schlüssel ${name} auf`,
		why: (user) =>
			`Er wird nur jetzt gezeigt. Wer ihn hat, kann sich als ${user} anmelden: Bewahren Sie ihn bei den Geheimnissen des Programms auf.`,
		key: "Zugangsschlüssel",
		csrfWhat: "Seine Anmeldungen senden dieses CSRF-Token im Header `csrf`. Es ist kein Geheimnis.",
		csrf: "CSRF-Token des Schlüssels",
		loginWhat: "So meldet sich das Programm an:",
		login: "Anmeldebefehl",
		callWhat: "Mit dem Token aus der Antwort ruft es auf:",
		call: "ersten Aufruf",
		stored: "Ich habe ihn aufbewahrt",
	},
};
