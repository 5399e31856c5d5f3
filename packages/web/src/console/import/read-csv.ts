import { FileProblem, type FileRow, type PeopleFile } from "./table-of-people.ts";

/** RFC 4180, and what programs write beside it: any line break, semicolons or tabs between cells, empty lines. Throws FileProblem. */
export function readCsv(text: string): PeopleFile {
	const [header, ...lines] = linesOf(text.replace(/^\ufeff/, ""));
	if (header === undefined) throw new FileProblem("empty");
	const columns = header.cells.map((cell) => cell.trim());
	const rows: FileRow[] = lines.map(({ line, cells, isBroken = false }) => ({
		line,
		cells: cells.length === columns.length && !isBroken ? cells.map(withoutApostrophe) : null,
	}));
	return { columns, rows };
}

interface Line {
	line: number;
	cells: string[];
	isBroken?: boolean;
}

const isBreak = (character = ""): boolean => character === "\n" || character === "\r";

function linesOf(text: string): Line[] {
	const separator = separatorOf(text);
	const lines: Line[] = [];
	let present: Line = { line: 1, cells: [] };
	let number = 1;
	let at = 0;
	while (at <= text.length) {
		const cell = text[at] === '"' ? quotedAt(text, at) : plainAt(text, at, separator);
		present.cells.push(cell.value);
		number += cell.breaks;
		at = cell.end;
		if (text[at] === separator) {
			at += 1;
			continue;
		}
		if (at < text.length && !isBreak(text[at])) {
			// Something follows a closing quote: how the line was meant cannot be known.
			present.isBroken = true;
			while (at < text.length && !isBreak(text[at])) at += 1;
		}
		if (present.cells.some((each) => each.trim() !== "")) lines.push(present);
		at += text.startsWith("\r\n", at) ? 2 : 1;
		number += 1;
		present = { line: number, cells: [] };
	}
	return lines;
}

interface Cell {
	value: string;
	/** Where the separator is, or the end of the line. */
	end: number;
	/** Line breaks within it. */
	breaks: number;
}

function plainAt(text: string, start: number, separator: string): Cell {
	let end = start;
	while (end < text.length && text[end] !== separator && text[end] !== "\n" && text[end] !== "\r") end += 1;
	return { value: text.slice(start, end), end, breaks: 0 };
}

/** Two quotes within a cell are one. */
function quotedAt(text: string, start: number): Cell {
	let end = start + 1;
	for (;;) {
		end = text.indexOf('"', end);
		if (end === -1) throw new FileProblem("open_quote");
		if (text[end + 1] !== '"') break;
		end += 2;
	}
	const value = text.slice(start + 1, end).replaceAll('""', '"');
	return { value, end: end + 1, breaks: value.match(/\r\n|\r|\n/g)?.length ?? 0 };
}

/** Spreadsheets of some countries write semicolons. */
function separatorOf(text: string): string {
	const [header = ""] = /^[^\r\n]*/.exec(text) ?? [];
	const found = [",", ";", "\t"].map((each) => ({ each, count: header.split(each).length }));
	return found.toSorted((one, other) => other.count - one.count)[0]?.each ?? ",";
}

/** Our own export puts one before a cell that a spreadsheet would take for a formula. */
const withoutApostrophe = (cell: string): string => cell.replace(/^'(?='*[=+@＝＋－＠\t-\r-])/, "");
