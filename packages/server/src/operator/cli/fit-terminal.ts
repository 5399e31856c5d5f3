/** As wide as it is read with ease. */
const WIDEST = 110;
/** Less room is no column. */
const NARROWEST = 15;

/**
 * Breaks the text of a help where a line of the terminal ends, below what it explains. The lines of a paragraph, and of what an option
 * does, are one text, wherever the source breaks them. `columns` undefined: no terminal reads it; 0: its width is not known. Then it stays
 * as it is.
 */
export function fitTerminal(text: string, columns: number | undefined): string {
	if (columns === undefined || columns === 0) return text;
	const lines: string[] = [];
	for (const line of text.split("\n")) {
		const last = lines.at(-1) ?? "";
		const isMore = last !== "" && line !== "" && !isCommand(line) && indentOf(line) === columnOf(last);
		// A line that ends a sentence may be one of several remarks.
		if (isMore && !last.endsWith(".")) lines[lines.length - 1] = `${last} ${line.trim()}`;
		else lines.push(line);
	}
	return lines.map((line) => breakLine(line, Math.min(columns, WIDEST))).join("\n");
}

const isCommand = (line: string) => /^ *sallyport /.test(line);
const indentOf = (line: string) => /^ */.exec(line)?.[0].length ?? 0;

/** Where the explanation of an option begins; else where the line does. -1: no other line belongs to it. */
function columnOf(line: string): number {
	if (isCommand(line)) return -1;
	const explained = /^ +\S.*? {2,}(?=\S)/.exec(line)?.[0].length;
	const indent = indentOf(line);
	return explained ?? (indent === 0 || indent > 4 ? indent : -1);
}

function breakLine(line: string, width: number): string {
	const column = columnOf(line);
	const hang = column === -1 ? indentOf(line) + 4 : column > width - NARROWEST ? indentOf(line) + 4 : column;
	const rows: string[] = [];
	let rest = line;
	while (rest.length > width) {
		const begin = rows.length === 0 ? Math.max(column, indentOf(line)) : hang;
		const space = rest.lastIndexOf(" ", width);
		// Behind the indent: what is broken inside it gets no shorter.
		const at = space > begin ? space : rest.indexOf(" ", Math.max(width, begin + 1));
		if (at === -1) break;
		rows.push(rest.slice(0, at));
		rest = `${" ".repeat(hang)}${rest.slice(at + 1)}`;
	}
	return [...rows, rest].join("\n");
}
