/** What a spreadsheet would take for a formula (OWASP, CSV Injection); also after apostrophes, of which an import takes one away. */
const FORMULA = /^'*[=+@＝＋－＠\t-\r-]/;

/** A line of a CSV file (RFC 4180). A cell that looks like a formula gets an apostrophe, which a spreadsheet does not show. */
export function csvLine(cells: ReadonlyArray<string | number | null>): string {
	const written = cells.map((cell) => {
		const plain = cell === null ? "" : String(cell);
		const safe = FORMULA.test(plain) ? `'${plain}` : plain;
		return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
	});
	return `${written.join(",")}\r\n`;
}

/** Spreadsheets take a file for UTF-8 by it. */
export const BYTE_ORDER_MARK = "\ufeff";
