/** A moment in words of the language, in UTC: the service does not know where the reader is. */
export function moment(time: number, language: string): string {
	const format = new Intl.DateTimeFormat(language, {
		dateStyle: "long",
		timeStyle: "short",
		timeZone: "UTC",
	});
	return `${format.format(time)} UTC`;
}
