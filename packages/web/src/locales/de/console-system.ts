import type * as en from "../en/console-system.ts";

export const consoleSystemTexts: typeof en.consoleSystemTexts = {
	title: "System",
	docs: "Dokumentation der API",
	checks: {
		heading: "Prüfungen",
		intro: "Die schnellen Prüfungen. Alle macht `sallyport doctor`.",
		columns: { name: "Prüfung", status: "Ergebnis", fact: "Was gefunden wurde" },
		statuses: { ok: "Gut", warning: "Warnung", failed: "Gescheitert" },
	},
	instances: {
		heading: "Instanzen",
		intro: "Die in den letzten zwei Minuten gesehen wurden.",
		none: "Keine hat in den letzten zwei Minuten ein Lebenszeichen gegeben.",
		differ: "Sie haben verschiedene Versionen: Eine Aktualisierung ist nicht fertig.",
		columns: { host: "Rechner", version: "Version", started: "Gestartet", seen: "Letztes Lebenszeichen" },
	},
	settings: {
		heading: "Einstellungen",
		intro: "Wie diese Instanz gestartet wurde. Ändern Sie sie, wo sie gesetzt sind, dann starten Sie neu.",
		search: "Teil eines Namens",
		own: "Nur gesetzte",
		count: (shown, all) => (shown === all ? `${all} Einstellungen` : `${shown} von ${all} Einstellungen`),
		columns: { name: "Einstellung", value: "Wert", source: "Wo sie gesetzt ist" },
		unset: "nicht gesetzt",
		secret: "gesetzt, geheim",
		sources: { environment: "Umgebung", default: "Vorgabe", PORT: "Hosting-Plattform (PORT)" },
	},
};
