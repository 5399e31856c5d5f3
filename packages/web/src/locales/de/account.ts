import { counter } from "../count.ts";
import type * as en from "../en/account.ts";
import { locale } from "./login.ts";

const counted = /* @__PURE__ */ counter(locale);

export const accountTexts: typeof en.accountTexts = {
	title: "Konto",
	greeting: {
		hello: (name) => `Hallo ${name}`,
		intro: "Was Ihre Programme zum Anmelden brauchen, und was unter Ihrem Namen angemeldet ist.",
	},
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
		stoppedAdvice:
			"Wenn Sie das nicht waren, kennen andere Ihr Passwort. Ändern Sie es gleich, weiter unten.",
		advice:
			"Wenn Sie das nicht waren, beenden Sie unten die Sitzungen, die Sie nicht kennen, und ändern Sie Ihr Passwort.",
	},
	program: {
		heading: "Aus einem Programm anmelden",
		intro: "Fügen Sie dies in eine Shell ein und setzen Sie Ihr Passwort an die Stelle von `YOUR_PASSWORD`.",
		code: "Setzen Sie einen Code Ihrer Authenticator-App an die Stelle von `YOUR_CODE`.",
		credential: "Art der Anmeldung",
		token: "JWT",
		cookie: "Cookie-Sitzung",
		tokenNote:
			"Die Antwort enthält das JWT in `token`. Setzen Sie es in späteren Aufrufen an die Stelle von `ACCESS_TOKEN`:",
		cookieNote: "Das Cookie wird in `cookies.txt` gespeichert und bei späteren Aufrufen mitgeschickt:",
		command: "Befehl",
		call: "Zweiten Befehl",
	},
	csrf: {
		heading: "CSRF-Token",
		copy: "CSRF-Token",
		what: "Jede Anmeldung muss dieses Token im Header `csrf` senden. Es gilt ohne Cookie und für alle Benutzer, und es weist niemanden aus.",
		ends: (when) =>
			`Es endet mit der Sitzung dieser Seite: wenn Sie sich abmelden, die Sitzung beenden, das Passwort ändern oder die Seite zu lange nicht benutzen${when === null ? "" : `, spätestens am ${when}`}.`,
	},
	sessions: {
		heading: "Sitzungen",
		intro: "Alles, was unter Ihrem Namen angemeldet ist, in Browsern und in Programmen.",
		loading: "Die Sitzungen werden geladen …",
		retry: "Noch einmal versuchen",
		token: "Token",
		cookie: "Cookie",
		current: "Diese hier",
		remember: "Bleibt angemeldet",
		unknown: "Unbekanntes Programm",
		on: (program, system) => (system === null ? program : `${program} auf ${system}`),
		made: "Angemeldet",
		seen: "Zuletzt benutzt",
		from: "Von",
		ends: "Endet",
		nowhere: "unbekannt",
		end: "Beenden",
		logOut: "Abmelden",
		endWhich: (name, when) => `Sitzung beenden: ${name}, angemeldet ${when}`,
		endOthers: "Alle anderen beenden",
		alone: "Es gibt keine anderen Sitzungen.",
		ended: "Die Sitzung ist beendet.",
		othersEnded: "Alle anderen Sitzungen sind beendet.",
		more: (count) => counted(count, { other: "Alle # zeigen" }),
	},
	password: {
		heading: "Passwort ändern",
		intro: "Wenn Sie das Passwort ändern, enden alle Ihre anderen Sitzungen.",
		current: "Bisheriges Passwort",
		submit: "Passwort ändern",
		done: "Ihr Passwort ist geändert. Alle anderen Sitzungen sind beendet.",
	},
};
