/** Of the process: the operator's, by the variable TZ or the machine. The service does not know where the reader is. */
const { timeZone: ownZone } = new Intl.DateTimeFormat().resolvedOptions();

/** `24 November 2026 at 14:05 CET (13:05 UTC)`: a zone that readers may live in, and one that all can convert. */
export function when(time: number, locale: string, timeZone: string = ownZone): string {
	const timeIn = (zone: string, dateStyle?: "long") =>
		new Intl.DateTimeFormat(locale, { dateStyle, timeStyle: "short", timeZone: zone }).format(time);
	const here = timeIn(timeZone, "long");
	if (here === timeIn("UTC", "long")) return `${here} UTC`;
	const parts = new Intl.DateTimeFormat(locale, { timeZoneName: "short", timeZone }).formatToParts(time);
	const zone = parts.find(({ type }) => type === "timeZoneName")?.value;
	return `${here} ${zone} (${timeIn("UTC")} UTC)`;
}
