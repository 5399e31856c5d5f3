import { consoleMailTexts } from "#texts/console-mails.ts";

const { causes, refused, later, unknownCause } = consoleMailTexts;
const known: Record<string, string> = { ...causes, "535": causes.EAUTH };

/** What a status of the mail server or of the connection means, with the status itself. */
export function causeOf(status: string): string {
	const [code = ""] = status.split(" ");
	return `${known[code] ?? kindOf(code)} (${status})`;
}

function kindOf(code: string): string {
	if (/^5\d\d$/.test(code)) return refused;
	if (/^4\d\d$/.test(code)) return later;
	return code.startsWith("E") ? causes.unreached : unknownCause;
}
