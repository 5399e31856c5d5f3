/** Lines of aligned columns: the first to the left, the others to the right. A row that ends early is a heading. */
export function alignedTable(rows: ReadonlyArray<readonly string[]>): string {
	const width = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
	const columns = Math.max(...rows.map((row) => row.length));
	const widths = Array.from({ length: columns }, (_, column) => width(column));
	return rows
		.map((row) =>
			row
				.map((cell, column) =>
					column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
				)
				.join("  ")
				.trimEnd(),
		)
		.join("\n");
}
