import type { Position } from "../../platform/database/keyset-page.ts";
import { invalid, LoginError } from "../../platform/errors.ts";
import { sha256 } from "../../platform/lib/hash.ts";
import { inQuery, integer, orNull, text } from "../../platform/openapi/operation.ts";

const USUAL = 50;
/** A name of 254 characters, each of four bytes, is 1,382. */
const LONGEST = 1536;

/** Parameters of every list. */
export const pageParameters = {
	limit: text("How many at most: 1 to 200; 50 unless given.", {
		pattern: "^([1-9]|[1-9][0-9]|1[0-9][0-9]|200)$",
		examples: ["50"],
	}),
	cursor: text("Member `next` of the page before, with the same filters.", {
		minLength: 1,
		maxLength: LONGEST,
	}),
} as const;

/** For lists without filters. */
export const pageQuery = inQuery(pageParameters);

/** Member of every list. */
export const next = orNull(
	text(
		"Where the next page begins: its `cursor`. null: there is none. A page may be short, or empty, and still have one.",
	),
);

export const counted = (description: string) => integer(description, { minimum: 0, examples: [3] });

/** What a list is asked for. */
interface Asked {
	query: { limit?: string; cursor?: string };
	params: unknown;
	routeOptions: { url?: string | undefined };
}

/** So many, beyond where the page before ended. `shape`: of a position. Throws cursor_invalid. */
export function readPage(asked: Asked, shape: ReadonlyArray<"string" | "number">) {
	const { limit, cursor } = asked.query;
	const most = limit === undefined ? USUAL : Number(limit);
	return { most, after: cursor === undefined ? null : readCursor(cursor, asked, shape) };
}

/** A position is no secret, and one that was made up reads no row that another page would not: it is checked for its form alone. */
function readCursor(cursor: string, asked: Asked, shape: ReadonlyArray<"string" | "number">): Position {
	let parsed: unknown;
	try {
		parsed = JSON.parse(Buffer.from(cursor, "base64url").toString());
	} catch (cause) {
		throw new LoginError("cursor_invalid", { cause });
	}
	const [of, ...position] = Array.isArray(parsed) ? (parsed as unknown[]) : [];
	const isSound = of === listOf(asked) && position.length === shape.length;
	if (!isSound || !position.every((value, at) => typeof value === shape[at] && isStorable(value)))
		throw new LoginError("cursor_invalid");
	return position as Array<string | number>;
}

/** PostgreSQL stores no NUL. */
const isStorable = (value: unknown) =>
	typeof value === "string" ? !value.includes("\0") : Number.isSafeInteger(value);

/** The member next of a page. */
export function writeNext(position: Position | null, asked: Asked): string | null {
	if (position === null) return null;
	return Buffer.from(JSON.stringify([listOf(asked), ...position])).toString("base64url");
}

/** Which list it is, and of what: a cursor is good for no other. */
function listOf({ query, params, routeOptions }: Asked): string {
	const filters = Object.entries(query).filter(([name]) => name !== "limit" && name !== "cursor");
	const sorted = filters.sort(([one], [other]) => (one < other ? -1 : 1));
	return sha256(JSON.stringify([routeOptions.url, params, sorted])).slice(0, 16);
}

/** A time that a filter names. Throws validation_failed: the schema lets leap seconds pass, and days that no month has. */
export function readTime(name: string, given: string | undefined): number | undefined {
	if (given === undefined) return undefined;
	const time = Date.parse(given);
	if (Number.isNaN(time)) throw invalid(`/${name}`, "malformed", "There is no such time.");
	return time;
}
