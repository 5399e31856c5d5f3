/** How an event is declared: `level(when, class, details)`. */
import { classes, type EventClass } from "./event-classes.ts";

/** Members of `detail`: what each means, or the words of which it is one. */
type Details = Readonly<Record<string, string | ReadonlyArray<string | null>>>;

export interface EventKind<Detail extends Details = Details> extends EventClass {
	/** info: everyday. warn: worth a look when it is frequent. error: needs a person now. */
	level: "info" | "warn" | "error";
	/** The error code with which the level is info. */
	infoFor?: string;
	/** The role with which the level is warn. Not of the first admin, whom the service makes by itself. */
	warnFor?: string;
	/** When it is recorded, as a sentence. */
	when: string;
	/** Never a secret, never text from outside but one address. */
	detail: Detail;
}

const of =
	(level: EventKind["level"]) =>
	<const Detail extends Details = Record<never, string>>(
		when: string,
		name: keyof typeof classes,
		detail: Detail = {} as Detail,
		more: Pick<EventKind, "infoFor" | "warnFor"> = {},
	): EventKind<Detail> => ({ level, when, detail, ...classes[name], ...more });

export const info = of("info");
export const warn = of("warn");
export const error = of("error");

/** Refused requests may come at any rate, so those of a minute are one row and one count (refusals.ts). */
export const counted = {
	more: "how many refused requests the row counts",
	since: "when the first of them was, RFC 3339",
};
