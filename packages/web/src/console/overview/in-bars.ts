import type { Summary } from "@sallyport/client";
import { locale } from "#texts/login.ts";
import type { Bar } from "../parts/chart.tsx";

type Hours = Summary["hours"];

/** More bars than that are too thin to be seen. */
const MOST = 48;
const byHour = new Intl.DateTimeFormat(locale, { weekday: "short", hour: "2-digit", minute: "2-digit" });
const byDay = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short" });

/** An hour a bar; of many hours, a day of the reader's clock, or a part of one. */
export function inBars(hours: Hours, valuesOf: (part: Hours) => Bar["values"]): Bar[] {
	const size = hours.length <= MOST ? 1 : hours.length <= 7 * 24 ? 6 : 24;
	const bars: Bar[] = [];
	for (let at = 0; at < hours.length; at += size) {
		const part = hours.slice(at, at + size);
		const [{ hour } = { hour: "" }] = part;
		bars.push({ label: (size === 24 ? byDay : byHour).format(Date.parse(hour)), values: valuesOf(part) });
	}
	return bars;
}

export function countsOf(part: Hours): Bar["values"] {
	const sum = (name: "logins" | "failed" | "refused") => part.reduce((all, each) => all + each[name], 0);
	return { logins: sum("logins"), failed: sum("failed"), refused: sum("refused") };
}

/** What the service counts as the slowest, in milliseconds: it tells no number beyond. */
const SLOWEST = 12_800;

/** Half of the logins, and nearly all; of several hours, the slowest one. Their colours are those of the counts. */
export function timesOf(part: Hours): Bar["values"] {
	const slowest = (name: "p50" | "p99") =>
		Math.max(0, ...part.map((each) => each[name] ?? (each.p50 === null ? 0 : SLOWEST)));
	return { logins: slowest("p50"), failed: slowest("p99") };
}
