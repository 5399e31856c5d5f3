/** Of `known`, the word that was meant by `typed`: with a slip, or not to its end. null: none is near enough. */
export function nearest(typed: string, known: readonly string[]): string | null {
	const begun = known.filter((word) => typed.length > 2 && word.startsWith(typed));
	if (begun.length === 1) return begun[0] ?? null;
	let found: string | null = null;
	let least = Number.POSITIVE_INFINITY;
	for (const word of known) {
		const slips = countSlips(typed, word);
		if (slips >= least || slips > Math.max(1, Math.min(2, word.length / 3))) continue;
		[found, least] = [word, slips];
	}
	return found;
}

/** Letters that are wrong, missing, too many, or in the place of the next one. */
function countSlips(one: string, other: string): number {
	const rows = [Array.from({ length: other.length + 1 }, (_, column) => column)];
	const at = (row: number, column: number) => rows[row]?.[column] ?? 0;
	for (let row = 1; row <= one.length; row++) {
		rows.push([row]);
		for (let column = 1; column <= other.length; column++) {
			const isSame = one[row - 1] === other[column - 1];
			const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
			rows[row]?.push(
				Math.min(
					at(row - 1, column) + 1,
					at(row, column - 1) + 1,
					at(row - 1, column - 1) + (isSame ? 0 : 1),
					isSwapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
				),
			);
		}
	}
	return at(one.length, other.length);
}
