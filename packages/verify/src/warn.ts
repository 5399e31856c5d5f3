import { VerifyError } from "./verify-error.ts";

/** Addresses of status lists differ from day to day: so many warnings are enough to see what is wrong. */
const MOST_WARNINGS = 20;

/** Warns on standard error, once for each message: a wrong issuer refuses every request with 503, and no client reads why. */
export function createWarn(issuer: string): (cause: unknown) => void {
	const said = new Set<string>();
	return function warn(cause) {
		const message = messageOf(cause);
		if (said.has(message) || said.size >= MOST_WARNINGS) return;
		said.add(message);
		// The only log that every runtime has.
		console.warn(`@sallyport/verify: ${issuer} cannot be used. ${message}`);
	};
}

/** From the outside in: fetch says only "fetch failed", and its cause says why. The sentence of a VerifyError is for clients. */
function messageOf(cause: unknown): string {
	const messages: string[] = [];
	for (let each = cause; each !== undefined && messages.length < 5; each = (each as Partial<Error>).cause) {
		if (each instanceof VerifyError) continue;
		messages.push(each instanceof Error ? each.message || each.name : String(each));
		if (!(each instanceof Error)) break;
	}
	return messages.join(": ");
}
