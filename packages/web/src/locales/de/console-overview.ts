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
		status: { failed: "Fehler", warning: "Warnung", ok: "In Ordnung" },
	},
};
