const CELL = /(?:"((?:[^"]|"")*)"|([^",]*))(,|$)/y;

/**
 * The cells of one line of CSV (RFC 4180), strictly: null when a quote stands where none may, or is not closed. A cell with
 * a line break is not closed in its line; nothing that is imported may hold one.
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
