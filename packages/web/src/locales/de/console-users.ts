import { counter } from "../count.ts";
import type * as en from "../en/console-users.ts";
import { locale } from "./login.ts";

const counted = /* @__PURE__ */ counter(locale);

export const consoleUserTexts: typeof en.consoleUserTexts = {
	title: "Benutzer",
	add: "Benutzer hinzufügen",
	search: "Benutzername (Anfang), ganze E-Mail-Adresse",
	count: (count, atLeast) =>
		atLeast ? counted(count, { other: "# Benutzer oder mehr" }) : counted(count, { other: "# Benutzer" }),
	caption: "Benutzer",
	columns: {
		username: "Benutzername",
		displayName: "Name",
		state: "Status",
		role: "Rolle",
		groups: "Gruppen",
		lastLoginAt: "Letzte Anmeldung",
		secondFactor: "Zweiter Faktor",
		createdAt: "Hinzugefügt",
	},
	moreGroups: (count) => `+${count}`,
	filters: {
		state: "Status",
		role: "Rolle",
		kind: "Art",
		group: "Gruppe",
		secondFactor: "Zweiter Faktor",
		inactive: "Keine Anmeldung seit",
	},
	days: (count) => counted(count, { one: "# Tag", other: "# Tagen" }),
	states: { invited: "Noch ohne Passwort", reset: "Zurückgesetzt", active: "Aktiv", disabled: "Gesperrt" },
	roles: { user: "Benutzer", admin: "Admin" },
	kinds: { person: "Person", service: "Dienstkonto" },
	secondFactors: { on: "An", off: "Aus" },
	due: "Fällig",
	empty: {
		text: "Es gibt noch keine anderen Benutzer. Fügen Sie hinzu, wer sich hier anmelden soll.",
	},
	import: "Importieren",
	exportAs: "Alle Benutzer exportieren",
	exportFormat: { csv: "CSV", ndjson: "NDJSON" },
	refused(message, member) {
		const [, most] = /may have at most (\d+)/.exec(message) ?? [];
		if (most !== undefined) return `Höchstens ${most} Zeichen.`;
		return member === "attributes" ? "Namen aus a–z, 0–9 und _." : "Nur sichtbare Zeichen, in einer Zeile.";
	},
	make: {
		heading: "Benutzer hinzufügen",
		username: "Benutzername",
		usernameHint: "1 bis 254 Zeichen, ohne Leerzeichen.",
		displayName: "Anzeigename (optional)",
		email: "E-Mail-Adresse (optional)",
		role: "Rolle",
		kind: "Art",
		kindHint: "Ein Dienstkonto ist ein Programm: Es meldet sich mit einem Zugangsschlüssel an.",
		groups: "Gruppen (optional)",
		groupsHint: "In Kleinbuchstaben, durch Leerzeichen getrennt.",
		invite: "Link, um ein Passwort festzulegen",
		invites: { mail: "Per Mail schicken", link: "Einmal zeigen", none: "Noch nicht" },
		submit: "Benutzer hinzufügen",
		needsEmail: "Eine Einladung per Mail braucht eine Adresse.",
		emailWrong: "Schreiben Sie eine Adresse wie ada@example.com.",
		unknownGroup: (name) => `Diese Gruppe gibt es nicht: ${name}.`,
		addGroup: (name) => `Gruppe ${name} hinzufügen`,
	},
	made: {
		done: (name, typed) => `${typed} ist${typed === name ? "" : ` als ${name}`} hinzugefügt.`,
		sent: (address) => ` Die Einladung geht an ${address}.`,
		heading: (name) => `Der Link für ${name}`,
		why: "Er wird nur einmal gezeigt. Wer ihn öffnet, legt das Passwort fest: Geben Sie ihn nur diesem Benutzer.",
		link: "Link",
		stored: "Ich habe ihn kopiert",
	},
	bulk: {
		selectAll: (count) => `Alle ${count} auswählen`,
		label: "Aktionen",
		disable: "Sperren",
		enable: "Entsperren",
		unlock: "Wartezeit aufheben",
		endSessions: "Sitzungen beenden",
		invite: "Einladen",
		addGroup: "In Gruppe aufnehmen",
		removeGroup: "Aus Gruppe entfernen",
		remove: "Löschen",
		group: "Gruppe",
		users: (count) => counted(count, { other: "# Benutzer" }),
		ask: {
			end_sessions: (users) => `Alle Sitzungen von ${users} beenden?`,
			invite: (users) => `${users} per Mail einladen?`,
			add_group: (users) => `${users} in eine Gruppe aufnehmen`,
			remove_group: (users) => `${users} aus einer Gruppe entfernen`,
			delete: (users) => `${users} löschen?`,
		},
		what: {
			end_sessions: "Sie werden überall abgemeldet und melden sich wieder an.",
			invite: "Alle ohne Passwort bekommen einen neuen Link, um eines festzulegen.",
			delete:
				"Alles, was über sie gespeichert ist, wird endgültig gelöscht, und ihre Sitzungen enden. Das lässt sich nicht rückgängig machen.",
		},
		done: {
			disable: (users) => `${users} gesperrt und überall abgemeldet.`,
			enable: (users) => `${users} entsperrt.`,
			unlock: (users) => `Wartezeit von ${users} aufgehoben.`,
			end_sessions: (users) => `Sitzungen von ${users} beendet.`,
			invite: (users) => `${users} eingeladen.`,
			add_group: (users) => `${users} in die Gruppe aufgenommen.`,
			remove_group: (users) => `${users} aus der Gruppe entfernt.`,
			delete: (users) => `${users} gelöscht.`,
		},
		refused: {
			heading: (count) => counted(count, { other: "# Benutzer wurden ausgelassen" }),
		},
		tooMany: "500 Benutzer auf einmal.",
	},
};
