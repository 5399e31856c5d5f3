import { SallyportError } from "@sallyport/client";
import { locale, texts } from "#texts/login.ts";

/** By error code, as far as this page has met them: problem-texts.ts adds those that no login shows. */
export const problems: Record<string, string> = { ...texts.problems };

/** Explains a failure: what happened, how long to wait (`again`: until an automatic retry), and the reference for the operator. */
export function explain(error: unknown, again = false): string {
	if (!(error instanceof SallyportError)) return texts.problems.unexpected_answer;
	const sentences = [happened(error)];
	if (error.retryAfter !== undefined)
		sentences.push((again ? texts.wait.again : texts.wait.alone)(soon(error.retryAfter)));
	if (error.status >= 500 && error.requestId) sentences.push(texts.reference(error.requestId));
	return sentences.join(" ");
}

function happened({ code, message, errors }: SallyportError): string {
	if (errors.length > 0) return texts.objections([...new Set(errors.map((each) => each.message))].join(" "));
	// The pages themselves say what was given up.
	if (code === "aborted") return message;
	const known = Object.hasOwn(problems, code) ? problems[code] : undefined;
	return known ?? texts.otherProblem(message || texts.problems.unexpected_answer);
}

/** “in 30 seconds” */
export function soon(seconds: number): string {
	const words = new Intl.RelativeTimeFormat(locale);
	return seconds < 100 ? words.format(seconds, "second") : words.format(Math.ceil(seconds / 60), "minute");
}

/** `seconds` as 0:29 or 12:05. */
export function clockTime(seconds: number): string {
	return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
