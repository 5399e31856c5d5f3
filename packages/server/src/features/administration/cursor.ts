import type { Position } from "../../platform/database/keyset-page.ts";
import { LoginError } from "../../platform/errors.ts";
import { sha256 } from "../../platform/lib/hash.ts";
import { integer, orNull, text } from "../../platform/openapi/operation.ts";

const USUAL = 50;
const LONGEST = 1024;

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

/** Member of every list. */
export const next = orNull(
	text(
		"Where the next page begins: its `cursor`. null: there is none. A page may be short, or empty, and still have one.",
	),
);

export const counted = (description: string) => integer(description, { minimum: 0, examples: [3] });

interface PageQuery {
	limit?: string;
	cursor?: string;
}

/** What a list is asked for: so many, beyond where the page before ended. `shape`: of a position. Throws cursor_invalid. */
export function readPage(query: PageQuery, shape: ReadonlyArray<"string" | "number">) {
	const { limit, cursor } = query;
	const most = limit === undefined ? USUAL : Number(limit);
	return { most, after: cursor === undefined ? null : readCursor(cursor, query, shape) };
}

/** A position is no secret, and one that was made up reads no row that another page would not: it is checked for its form alone. */
function readCursor(cursor: string, query: object, shape: ReadonlyArray<"string" | "number">): Position {
	let parsed: unknown;
	try {
		parsed = JSON.parse(Buffer.from(cursor, "base64url").toString());
	} catch (cause) {
		throw new LoginError("cursor_invalid", { cause });
	}
	const [of, ...position] = Array.isArray(parsed) ? (parsed as unknown[]) : [];
	const isSound =
		of === filtersOf(query) &&
		position.length === shape.length &&
		position.every(
			(value, at) => typeof value === shape[at] && (typeof value === "string" || Number.isSafeInteger(value)),
		);
	if (!isSound) throw new LoginError("cursor_invalid");
	return position as Array<string | number>;
}

/** The member next of a page. */
export function writeNext(position: Position | null, query: object): string | null {
	if (position === null) return null;
	return Buffer.from(JSON.stringify([filtersOf(query), ...position])).toString("base64url");
}

function filtersOf(query: object): string {
	const filters = Object.entries(query).filter(([name]) => name !== "limit" && name !== "cursor");
	return sha256(JSON.stringify(filters.sort(([one], [other]) => (one < other ? -1 : 1)))).slice(0, 16);
}
