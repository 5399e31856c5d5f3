/** How an event is declared: `level(when, class, details)`. */
import { classes, type EventClass } from "./event-classes.ts";

export interface EventKind<Members extends string = string> extends EventClass {
	/** info: everyday. warn: worth a look when it is frequent. error: needs a person now. */
	level: "info" | "warn" | "error";
	/** The error code with which the level is info. */
	infoFor?: string;
	/** The role with which the level is warn. Not of the first admin, whom the service makes by itself. */
	warnFor?: string;
	/** When it is recorded, as a sentence. */
	when: string;
	/** Members of `detail` and their meaning. Never a secret, never text from outside but one address. */
	detail: Readonly<Record<Members, string>>;
}

const of =
	(level: EventKind["level"]) =>
	<Members extends string = never>(
		when: string,
		name: keyof typeof classes,
		detail: Readonly<Record<Members, string>> = {} as Record<Members, string>,
		more: Pick<EventKind, "infoFor" | "warnFor"> = {},
	): EventKind<Members> => ({ level, when, detail, ...classes[name], ...more });

export const info = of("info");
export const warn = of("warn");
export const error = of("error");

/** Refused requests may come at any rate, so those of a minute are one row and one count (refusals.ts). */
export const counted = {
	more: "how many refused requests the row counts",
	since: "when the first of them was, RFC 3339",
};
