import type * as en from "../en/applications.ts";

export const applicationTexts: typeof en.applicationTexts = {
	heading: "Anwendungen",
	loading: "Die Anwendungen werden geladen …",
	retry: "Noch einmal versuchen",
	empty: "Noch kennt Sie keine Anwendung. Hier erscheint jede, bei der Sie sich mit diesem Konto anmelden.",
	intro: "Wo Sie sich mit diesem Konto anmelden. Beenden Sie, was Sie nicht mehr benutzen.",
	trusted: "Vom Betreiber eingerichtet",
	offline: "Bleibt verbunden",
	since: "Seit",
	used: "Zuletzt benutzt",
	knows: "Kennt",
	scopes: {
		openid: "eine Kennung",
		profile: "Ihren Namen und Benutzernamen",
		email: "Ihre E-Mail-Adresse",
		groups: "Ihre Gruppen",
	},
	open: "Öffnen",
	openWhich: (name) => `${name} öffnen`,
	end: "Beenden",
	endWhich: (name) => `${name} beenden`,
	ending: {
		heading: (name) => `${name} beenden?`,
		text: "Sie werden dort abgemeldet, und die Anwendung verliert den Zugang zu Ihrem Konto. Was sie über Sie gespeichert hat, bleibt dort. Bei der nächsten Anmeldung fragt sie Sie wieder.",
		textTrusted:
			"Sie werden dort abgemeldet, und die Anwendung verliert den Zugang zu Ihrem Konto. Was sie über Sie gespeichert hat, bleibt dort. Der Betreiber hat sie für alle eingerichtet, darum fragt sie bei der nächsten Anmeldung nicht.",
		submit: "Beenden",
		done: (name) => `${name} ist beendet.`,
	},
};
