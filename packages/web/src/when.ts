import { locale } from "#texts/login.ts";

const absolute = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });

/** ISO 8601 in the reader's time zone: 21 Nov 2026, 23:32. */
export function dateTime(iso: string): string {
	const time = Date.parse(iso);
	return Number.isNaN(time) ? iso : absolute.format(time);
}

/** Relative to `now` (ms), in words; beyond a week, the date. */
export function timeFromNow(iso: string, now: number): string {
	const minutes = Math.round((Date.parse(iso) - now) / 60_000);
	const size = Math.abs(minutes);
	if (size < 60) return relative.format(minutes, "minute");
	if (size < 24 * 60) return relative.format(Math.round(minutes / 60), "hour");
	if (size < 7 * 24 * 60) return relative.format(Math.round(minutes / 60 / 24), "day");
	return dateTime(iso);
}

/** In words; never in the future, even if the clock of the service is ahead. */
export function timeAgo(iso: string, now: number = Date.now()): string {
	return timeFromNow(iso, Math.max(now, Date.parse(iso)));
}
