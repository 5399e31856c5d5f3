import { counter } from "../count.ts";
import type * as en from "../en/console-event-list.ts";
import { locale } from "./login.ts";

const counted = /* @__PURE__ */ counter(locale);

export const consoleEventListTexts: typeof en.consoleEventListTexts = {
	title: "Ereignisse",
	empty: "Es ist noch nichts aufgezeichnet.",
	export: "Als NDJSON exportieren",
	lookedBackTo: (when) => `Diese Seite hat bis ${when} zurückgesehen.`,
	filters: {
		user: "Benutzer",
		actor: "Durch",
		event: "Ereignis",
		level: "Stufe",
		levels: { warn: "Warnungen und Fehler", error: "Fehler" },
		address: "Adresse",
		request: "Anfrage",
		client: "Anwendung",
		session: "Sitzung",
		span: "Zeit",
		spans: { today: "Heute", yesterday: "Gestern", week: "Letzte 7 Tage" },
		half: "Geben Sie Datum und Uhrzeit an.",
		since: "Von",
		until: "Bis",
	},
	live: {
		watch: "Live verfolgen",
		standing: {
			connecting: "Verbindung wird aufgebaut …",
			live: "Live",
			over: "Die Live-Ansicht ist beendet.",
		},
		waiting: (count) => counted(count, { one: "Angehalten, # neues", other: "Angehalten, # neue" }),
		fresh: (count) => counted(count, { one: "# neues Ereignis", other: "# neue Ereignisse" }),
		gap: "Hier fehlen Ereignisse, weil es zu viele waren. Beenden Sie die Live-Ansicht, um alle zu sehen.",
	},
	opened: {
		time: "Zeit",
		level: "Stufe",
		code: "Name",
		actor: "Durch",
		user: "Benutzer",
		session: "Sitzung",
		request: "Anfrage",
		address: "Adresse",
		client: "Programm",
		id: "ID",
		detail: "Einzelheiten",
		sameActor: "Gleicher Urheber",
		sameUser: "Dieser Benutzer",
		sameSession: "Gleiche Sitzung",
		sameRequest: "Gleiche Anfrage",
		sameAddress: "Gleiche Adresse",
	},
};
