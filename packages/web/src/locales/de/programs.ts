import type * as en from "../en/programs.ts";

export const programTexts: typeof en.programTexts = {
	page: {
		title: "Programme",
		intro: "Für alle, die programmieren: So melden sich Ihre Skripte und Programme unter Ihrem Namen an.",
	},
	login: {
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
	more: {
		heading: "Alles Weitere",
		what: "Die API-Seite beschreibt jede Operation, jeweils mit einem Beispiel. Ihre eigenen APIs nehmen das JWT im gleichen Header, `Authorization`.",
		link: "API-Seite öffnen",
	},
};
