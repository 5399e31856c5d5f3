import { printable, replaceHidden } from "../../platform/lib/plain-text.ts";

/**
 * Aligns columns and escapes what could steer a terminal, such as control characters in a user agent or a name.
 * `least`: minimum widths, so that lines printed one by one are aligned.
 */
export function columns(rows: string[][], least: number[] = []): string {
	const clean = rows.map((row) => row.map((cell) => printable(cell)));
	const widths = (clean[0] ?? []).map((_, at) =>
		Math.max(least[at] ?? 0, ...clean.map((row) => (row[at] ?? "").length)),
	);
	const padded = clean.map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)));
	return padded.map((row) => row.join("  ").trimEnd()).join("\n");
}

/**
 * A table of what --json shows, or one sentence when it is empty. `shown`: its heads, and the member below each; members whose
 * names end in "At" are times.
 */
export function table<Row extends Record<string, string | null>>(
	rows: readonly Row[],
	shown: Record<string, keyof Row & string>,
	empty: string,
): string {
	if (rows.length === 0) return empty;
	const cell = (name: string, value: string | null = null) =>
		value !== null && name.endsWith("At") ? moment(value) : value || "-";
	const cells = rows.map((row) => Object.values(shown).map((name) => cell(name, row[name])));
	return columns([Object.keys(shown), ...cells]);
}

/** 2026-11-21 12:34:56Z, or a dash. `time`: milliseconds, or RFC 3339. */
export function moment(time: number | string | null): string {
	if (time === null) return "-";
	return new Date(time).toISOString().replace(/(.*)T(.*)\.\d+Z/, "$1 $2Z");
}

export function count(number: number, noun: string): string {
	return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** What a command says, line by line: a name in a sentence is as safe as one in a table. */
export function printableLines(text: string): string {
	return text.split("\n").map(printable).join("\n");
}

/** JSON without terminal escape sequences. */
export const safeJson = (value: object, indent?: number): string =>
	escapeHidden(JSON.stringify(value, null, indent));

/** JSON, or a piece of it: JSON.stringify does not escape U+007F to U+009F and changes of text direction. */
export const escapeHidden = (json: string): string =>
	json
		.split("\n")
		.map((line) => replaceHidden(line, escapeUnits))
		.join("\n");

function escapeUnits(character: string): string {
	const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
	return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}
