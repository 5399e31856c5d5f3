import { SallyportError } from "@sallyport/client";
import { texts } from "./texts.ts";

/** Explains a failure: what happened, how long to wait (`again`: until an automatic retry), and the reference for the operator. */
export function explain(error: unknown, again = false): string {
	if (!(error instanceof SallyportError)) return texts.problems.unexpected_answer ?? "";
	const known = Object.hasOwn(texts.problems, error.code) ? texts.problems[error.code] : undefined;
	const details = error.errors.map((each) => each.message);
	const sentences =
		details.length > 0
			? [...new Set(details)]
			: [known ?? (error.message || texts.problems.unexpected_answer)];
	if (error.retryAfter !== undefined)
		sentences.push((again ? texts.wait.again : texts.wait.alone)(duration(error.retryAfter)));
	if (error.status >= 500 && error.requestId) sentences.push(texts.reference(error.requestId));
	return sentences.join(" ");
}

/** `seconds` in words. */
export function duration(seconds: number): string {
	return seconds < 100 ? texts.wait.seconds(seconds) : texts.wait.minutes(Math.ceil(seconds / 60));
}

/** `seconds` as 0:29 or 12:05. */
export function clockTime(seconds: number): string {
	return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
