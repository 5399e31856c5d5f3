import type { Schema } from "./document.ts";

/** From the strictest side: a limit that is not there lets everything pass. */
const upper = ["maxLength", "maximum", "exclusiveMaximum", "maxItems", "maxProperties"];
const lower = ["minLength", "minimum", "exclusiveMinimum", "minItems", "minProperties"];
/** Whether one of these is looser than another cannot be told, so each change counts. */
const opaque = ["pattern", "format", "multipleOf", "uniqueItems"];

/** Limits that a request must keep and did not, or that an answer kept and does not any more. */
export function narrowedLimits(use: "request" | "answer", before: Schema, now: Schema): string[] {
	const [loose, strict] = use === "request" ? [before, now] : [now, before];
	const number = (schema: Schema, keyword: string, otherwise: number) =>
		typeof schema[keyword] === "number" ? schema[keyword] : otherwise;
	const changed = [
		...upper.filter((keyword) => number(strict, keyword, Infinity) < number(loose, keyword, Infinity)),
		...lower.filter(
			(keyword) => number(strict, keyword, -Infinity) > number(loose, keyword, lowest(keyword)),
		),
		...opaque.filter((keyword) => strict[keyword] !== undefined && strict[keyword] !== loose[keyword]),
	];
	return changed.map((keyword) => `${keyword} was ${written(before, keyword)}, is ${written(now, keyword)}`);
}

/** Nothing is shorter than nothing: a minimum length of 0 says as much as none. */
const lowest = (keyword: string) => (/^min(Length|Items|Properties)$/.test(keyword) ? 0 : -Infinity);

const written = (schema: Schema, keyword: string) =>
	keyword in schema ? JSON.stringify(schema[keyword]) : "not there";
