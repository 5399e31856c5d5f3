/** What in a statement is no word of SQL. */
export interface Names {
	/** Of tables, columns and whatever else is always written in quotes. */
	quoted: ReadonlySet<string>;
	/** Of columns that are written without them. */
	bare: ReadonlySet<string>;
}

/** The words of SQL in a statement: keywords, functions, types, operators; no names, values or parameters. */
export function sqlWords(statement: string, { quoted, bare }: Names): string[] {
	const withoutValues = statement
		.replaceAll(/'(?:[^']|'')*'/g, " ")
		.replaceAll(/\$?\b\d+(?:\.\d+)?\b/g, " ")
		// What a statement makes, drops or calls so itself.
		.replaceAll(/\b(index|constraint|as) "[^"]*"/g, "$1");
	const found = withoutValues.match(/"[^"]*"|[A-Za-z_]\w*|::|[<>=!|&~+*/%-]+/g) ?? [];
	const own = new Set([...statement.matchAll(/\bas "([^"]*)"/g)].map(([, name = ""]) => name));
	return found.flatMap((word) => {
		const name = word.slice(1, -1);
		if (word.startsWith('"')) return quoted.has(name) || own.has(name) ? [] : [name];
		return bare.has(word) ? [] : [word.toLowerCase()];
	});
}

/** Whether the words stand in this order, with anything in between. */
export function containsInOrder(words: readonly string[], wanted: readonly string[]): boolean {
	let next = 0;
	for (const word of words) if (word === wanted[next]) next += 1;
	return next === wanted.length;
}
