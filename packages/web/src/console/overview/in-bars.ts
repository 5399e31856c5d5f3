import type { Summary } from "@sallyport/client";
import { locale } from "#texts/login.ts";
import type { Bar } from "../parts/chart.tsx";

/** More bars than that are too thin to be seen. */
const MOST = 48;
const byHour = new Intl.DateTimeFormat(locale, { weekday: "short", hour: "2-digit", minute: "2-digit" });
const byDay = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short" });

/** An hour a bar; of many hours, a day of the reader's clock, or a part of one. */
export function inBars(hours: Summary["hours"]): Bar[] {
	const size = hours.length <= MOST ? 1 : hours.length <= 7 * 24 ? 6 : 24;
	const bars: Bar[] = [];
	for (let at = 0; at < hours.length; at += size) {
		const part = hours.slice(at, at + size);
		const [{ hour } = { hour: "" }] = part;
		const sum = (name: "logins" | "failed" | "refused") => part.reduce((all, each) => all + each[name], 0);
		bars.push({
			label: (size === 24 ? byDay : byHour).format(Date.parse(hour)),
			values: { logins: sum("logins"), failed: sum("failed"), refused: sum("refused") },
		});
	}
	return bars;
}
