import type { Said } from "../../platform/config/appearance-settings.ts";
import { describeHosts, type SeenHost } from "../../platform/database/choose-host.ts";
import type { OpenedDatabase } from "../../platform/database/open.ts";
import { type Finding, ok, warning } from "./check.ts";

/** Of a URL with several. Rejects when none can be used. */
export async function* checkHosts({ hosts }: OpenedDatabase): AsyncGenerator<Finding> {
	for (const each of (await hosts?.look()) ?? []) {
		const { host, state, because } = each;
		const why = because === undefined ? "" : ` (${because})`;
		const fact = { en: describeHosts([each]), de: `${host} ${inGerman[state]}${why}.` };
		if (state === "primary" || state === "standby") yield ok("database host", fact);
		else yield warning("database host", fact, advice[state]);
	}
}

const inGerman: Record<SeenHost["state"], string> = {
	primary: "ist der Primary",
	standby: "ist ein Standby",
	read_only: "nimmt keine Änderungen an (default_transaction_read_only)",
	left_behind: "ist ein früherer Primary: Ein anderer Host wurde nach ihm dazu gemacht",
	unreachable: "ist nicht zu erreichen",
};

const advice: Record<Exclude<SeenHost["state"], "primary" | "standby">, Said> = {
	unreachable: {
		en: "Start it, or take it out of SALLYPORT_DATABASE_URL.",
		de: "Starten Sie ihn, oder nehmen Sie ihn aus SALLYPORT_DATABASE_URL heraus.",
	},
	left_behind: {
		en: "Stop it, and make it a standby of the new primary before it starts again.",
		de: "Halten Sie ihn an, und machen Sie ihn zum Standby des neuen Primary, bevor er wieder startet.",
	},
	read_only: {
		en: "Turn default_transaction_read_only off, or find out why it is on.",
		de: "Schalten Sie default_transaction_read_only aus, oder finden Sie heraus, warum es an ist.",
	},
};
