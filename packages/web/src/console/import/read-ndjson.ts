import type { FileRow, PeopleFile } from "./table-of-people.ts";

type JsonObject = Record<string, unknown>;

/** One JSON object a line; the columns are all members that occur. */
export function readNdjson(text: string): PeopleFile {
	const lines = text
		.split(/\r\n|\r|\n/)
		.map((each, at) => ({ line: at + 1, text: each.trim() }))
		.filter((each) => each.text !== "")
		.map((each) => ({ line: each.line, value: objectIn(each.text) }));
	const columns = [...new Set(lines.flatMap(({ value }) => (value === null ? [] : Object.keys(value))))];
	const rows: FileRow[] = lines.map(({ line, value }) => ({
		line,
		cells: value && columns.map((name) => (Object.hasOwn(value, name) ? value[name] : undefined)),
	}));
	return { columns, rows };
}

/** Throws where an escape spells half of a character, which no text has. */
function requireWhole(_name: string, value: unknown): unknown {
	if (typeof value === "string") encodeURIComponent(value);
	return value;
}

function objectIn(text: string): JsonObject | null {
	try {
		const value: unknown = JSON.parse(text, requireWhole);
		return typeof value === "object" && value !== null && !Array.isArray(value)
			? (value as JsonObject)
			: null;
	} catch {
		return null;
	}
}
