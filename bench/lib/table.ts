/** The first row names the columns. A row that ends early is a heading. */
export type Rows = ReadonlyArray<readonly string[]>;

const BAR = 10;

/** Ten blocks for a part of the whole. */
export function bar(part: number): string {
	const full = Math.round(BAR * Math.min(1, part));
	return "█".repeat(full) + "░".repeat(BAR - full);
}

/** For the terminal: the first column to the left, the others to the right. */
export function alignedTable(rows: Rows): string {
	const columns = Math.max(...rows.map((row) => row.length));
	const widths = Array.from({ length: columns }, (_, column) =>
		Math.max(...rows.map((row) => row[column]?.length ?? 0)),
	);
	const line = (row: readonly string[]) =>
		row.map((cell, column) => cell[column === 0 ? "padEnd" : "padStart"](widths[column] ?? 0)).join("  ");
	return rows.map((row) => line(row).trimEnd()).join("\n");
}

/** With figures to the right, or all columns of text to the left. */
export function markdownTable([head = [], ...rows]: Rows, align: "figures" | "text" = "figures"): string {
	const line = (row: readonly string[]) =>
		`| ${head.map((_, column) => (row[column] ?? "").replaceAll("|", "\\|")).join(" | ")} |`;
	const rule = `|---|${(align === "figures" ? "---:|" : "---|").repeat(head.length - 1)}`;
	return [line(head), rule, ...rows.map(line)].join("\n");
}
