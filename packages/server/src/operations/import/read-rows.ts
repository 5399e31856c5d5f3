import { profileMembers } from "../../identity/user/read-profile.ts";
import { parseObject } from "../../platform/lib/parse-object.ts";
import type { Line } from "./read-lines.ts";

export type Format = "jsonl" | "csv";

/** The members of a user in a file, and the columns of a CSV file. */
export const members: readonly string[] = [
	"username",
	"passwordHash",
	"role",
	"disabled",
	"totp",
	...profileMembers,
];

/** One line, not validated yet. */
export type Row = { line: number } & ({ given: unknown } | { mistake: string });

/** The whole file cannot be read. The message is a sentence. */
export class UnreadableFile extends Error {}

/** Skips empty lines. Throws UnreadableFile. */
export function readRows(lines: AsyncIterable<Line>, format: Format): AsyncGenerator<Row> {
	return format === "csv" ? readCsv(lines) : readJsonLines(lines);
}

async function* readJsonLines(lines: AsyncIterable<Line>): AsyncGenerator<Row> {
	for await (const each of lines) {
		const { number: line } = each;
		if ("mistake" in each) yield { line, mistake: each.mistake };
		else if (each.text.trim() !== "") yield { line, ...parseJson(each.text) };
	}
}

/** Without the parser's message, which would quote the line. */
function parseJson(text: string): { given: unknown } | { mistake: string } {
	try {
		return { given: JSON.parse(text) as unknown };
	} catch {
		return { mistake: "the line is not one JSON document" };
	}
}

async function* readCsv(lines: AsyncIterable<Line>): AsyncGenerator<Row> {
	let head: readonly string[] | null = null;
	for await (const each of lines) {
		const { number: line } = each;
		if ("text" in each && each.text.trim() === "") continue;
		if (head === null) head = readHead(each);
		else if ("mistake" in each) yield { line, mistake: each.mistake };
		else yield { line, ...toObject(head, splitCsv(each.text)) };
	}
}

function readHead(line: Line): string[] {
	const head = ("text" in line ? splitCsv(line.text) : null) ?? [];
	const isKnown = head.every((name) => members.includes(name)) && new Set(head).size === head.length;
	if (isKnown && head.includes("username")) return head;
	throw new UnreadableFile(
		`The first line of a CSV file names its columns, separated by commas: username, and any of ${members.slice(1).join(", ")}.`,
	);
}

function toObject(head: readonly string[], cells: string[] | null): { given: object } | { mistake: string } {
	if (cells === null) return { mistake: "a quote is misplaced or not closed in the line" };
	if (cells.length !== head.length) {
		const hint = cells.length > head.length ? "; what holds a comma has to be quoted" : "";
		return { mistake: `there are ${cells.length} cells, and ${head.length} columns${hint}` };
	}
	const filled = head.map((name, at) => [name, cells[at] ?? ""] as const).filter(([, cell]) => cell !== "");
	return { given: Object.fromEntries(filled.map(([name, cell]) => [name, readCell(name, cell)])) };
}

/** What is no text in JSON. */
function readCell(name: string, cell: string): unknown {
	if (name === "disabled" || name === "emailVerified")
		return cell === "true" || cell === "false" ? cell === "true" : cell;
	if (name === "groups") return cell.split(" ").filter((group) => group !== "");
	return name === "attributes" ? (parseObject(cell) ?? cell) : cell;
}

const CELL = /(?:"((?:[^"]|"")*)"|([^",]*))(,|$)/y;

/**
 * The cells of one line of CSV (RFC 4180); null when a quote is misplaced or not closed. A cell cannot contain a line break,
 * which no imported value may.
 */
export function splitCsv(line: string): string[] | null {
	const cells: string[] = [];
	CELL.lastIndex = 0;
	for (let found = CELL.exec(line); found !== null; found = CELL.exec(line)) {
		const [, quoted, bare = "", end] = found;
		cells.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
		if (end === "") return cells;
	}
	return null;
}
