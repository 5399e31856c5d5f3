import { counter } from "../count.ts";
import type * as en from "../en/sessions.ts";
import { locale } from "./login.ts";

const counted = /* @__PURE__ */ counter(locale);

export const sessionTexts: typeof en.sessionTexts = {
	page: {
		title: "Sitzungen",
		intro:
			"Wo Sie angemeldet sind: in Browsern, auf Telefonen und in Programmen. Beenden Sie, was Sie nicht kennen.",
	},
	loading: "Die Sitzungen werden geladen …",
	retry: "Noch einmal versuchen",
	token: "Token",
	accessKey: "Zugangsschlüssel",
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
	more: (count) =>
		counted(count, { other: count < 100 ? "Alle # zeigen" : "Die # zuletzt benutzten zeigen" }),
};
