import { consoleMailTexts } from "#texts/console-mails.ts";

const { causes, refused, later, unknownCause } = consoleMailTexts;
const known: Record<string, string> = causes;

/** What a status of the mail server or of the connection means, with the status itself. */
export function causeOf(status: string): string {
	const [code = ""] = status.split(" ");
	const said = known[code] ?? (/^5\d\d$/.test(code) ? refused : /^4\d\d$/.test(code) ? later : unknownCause);
	return `${said} (${status})`;
}
