/**
 * `24 November 2026 at 14:05 CET (13:05 UTC)`: a zone that readers may live in, and one that all can convert. The first is that of
 * the process, by the variable TZ or the machine, unless given: the service does not know where the reader is.
 */
export function when(time: number, locale: string, timeZone?: string): string {
	const timeIn = (zone: string | undefined, dateStyle?: "long") =>
		new Intl.DateTimeFormat(locale, { dateStyle, timeStyle: "short", timeZone: zone }).format(time);
	const here = timeIn(timeZone, "long");
	if (here === timeIn("UTC", "long")) return `${here} UTC`;
	const parts = new Intl.DateTimeFormat(locale, { timeZoneName: "short", timeZone }).formatToParts(time);
	const zone = parts.find(({ type }) => type === "timeZoneName")?.value;
	return `${here} ${zone} (${timeIn("UTC")} UTC)`;
}
