const space = /[ \t\n\r]*/y;
// Of the control characters only those from DEL on may be written as they are.
const string = /"(?:[^"\\\p{Cc}]|[\x7f-\x9f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/uy;
const scalar = new RegExp(
	`${string.source}|-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?|true|false|null`,
	"uy",
);

/** Where a text stops being JSON (RFC 8259): the offset of the token that does not fit, or the end. JSON.parse often hides it. */
export function offsetOfMistake(text: string): number {
	const closers: string[] = [];
	let expected: "value" | "key" | "colon" | "comma" = "value";
	let isEmpty = false;
	for (let at = 0; ; ) {
		at = endOf(space, text, at);
		const sign = text[at] ?? "";
		const end = at + 1;
		if (sign !== "" && sign === closers.at(-1) && (isEmpty || expected === "comma")) {
			closers.pop();
			expected = "comma";
			at = end;
		} else if (expected === "colon" || expected === "comma") {
			if (sign !== (expected === "colon" ? ":" : ",") || closers.length === 0) return at;
			expected = expected === "comma" && closers.at(-1) === "}" ? "key" : "value";
			at = end;
		} else if (expected === "value" && (sign === "{" || sign === "[")) {
			closers.push(sign === "{" ? "}" : "]");
			expected = sign === "{" ? "key" : "value";
			isEmpty = true;
			at = end;
			continue;
		} else {
			const stop = endOf(expected === "key" ? string : scalar, text, at);
			if (stop === at) return at;
			expected = expected === "key" ? "colon" : "comma";
			at = stop;
		}
		isEmpty = false;
	}
}

/** Counted from one; a column is a code point. */
export function lineAndColumn(text: string, offset: number): string {
	const lines = text.slice(0, offset).split("\n");
	return `line ${lines.length}, column ${[...(lines.at(-1) ?? "")].length + 1}`;
}

function endOf(token: RegExp, text: string, at: number): number {
	token.lastIndex = at;
	return token.test(text) ? token.lastIndex : at;
}
