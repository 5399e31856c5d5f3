import { counter } from "../count.ts";
import type * as en from "../en/console-sessions.ts";
import { locale } from "./login.ts";

const counted = /* @__PURE__ */ counter(locale);

export const consoleSessionTexts: typeof en.consoleSessionTexts = {
	title: "Sitzungen",
	empty: "Es gibt keine Sitzungen.",
	live: "Laufende",
	ended: "Beendete",
	kinds: { cookie: "Browser", token: "Token" },
	filters: { state: "Status", kind: "Art", user: "Benutzer", address: "Adresse" },
	columns: {
		user: "Benutzer",
		client: "Programm",
		kind: "Art",
		address: "Adresse",
		proven: "Angemeldet mit",
		began: "Begann",
		seen: "Zuletzt benutzt",
		ended: "Beendet",
		reason: "Warum",
		act: "Aktion",
	},
	methods: {
		pwd: "Passwort",
		otp: "Authenticator-App",
		pop: "Passkey",
		key: "Zugangsschlüssel",
	},
	unknown: "Unbekanntes Programm",
	on: (program, system) => (system === null ? program : `${program} auf ${system}`),
	ofUser: (client, user) => `${client}, ${user}`,
	end: "Beenden",
	endWhich: (user, client, when) => `Sitzung von ${user} beenden: ${client}, begann ${when}`,
	own: "Diese hier",
	endOne: "Sitzung beenden",
	whatOne: "Der Benutzer wird dort sofort abgemeldet. Das lässt sich nicht rückgängig machen.",
	whatOwn: "Sie werden hier sofort abgemeldet. Das lässt sich nicht rückgängig machen.",
	endedCount: (count) => counted(count, { one: "# Sitzung beendet.", other: "# Sitzungen beendet." }),
	many: {
		label: "Was mit den gewählten Sitzungen geschieht",
		button: "Alle Sitzungen dieser Benutzer beenden",
		heading: (users) =>
			counted(users, {
				one: "Alle Sitzungen von # Benutzer beenden?",
				other: "Alle Sitzungen von # Benutzern beenden?",
			}),
		what: "Sie werden überall abgemeldet und melden sich neu an. Ihre eigene Sitzung bleibt.",
		submit: "Ihre Sitzungen beenden",
	},
	all: {
		button: "Alle Sitzungen beenden",
		heading: "Alle Sitzungen aller Benutzer beenden?",
		what: "Alle werden abgemeldet, auch Programme und Sie, und können sich neu anmelden. Zugangsschlüssel bleiben.",
		typed: "alle Sitzungen beenden",
	},
};
