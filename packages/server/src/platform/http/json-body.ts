import { LoginError } from "../errors.ts";

const MAXIMUM_DEPTH = 4;

/**
 * Parses only what every JSON parser reads the same way (ASVS 1.5.3): UTF-8 without byte order mark, each key once,
 * well-formed strings without NUL, at most four levels deep.
 */
export function parseJsonBody(bytes: Buffer): unknown {
	const text = decode(bytes);
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch (cause) {
		throw malformed("Send one well-formed JSON object in UTF-8.", placeIn(cause), cause);
	}
	inspect(text);
	return value;
}

function decode(bytes: Buffer): string {
	try {
		return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch (cause) {
		throw new LoginError("malformed_json", { message: "The body is not UTF-8.", cause });
	}
}

/** Walks the tokens of a text that JSON.parse has accepted. */
function inspect(text: string): void {
	const keysOfObjects: Array<Set<string>> = [];
	let lastString = "";
	for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]:]/g)) {
		if (token === "{" || token === "[") {
			keysOfObjects.push(new Set());
			if (keysOfObjects.length > MAXIMUM_DEPTH)
				throw malformed(`The body is nested deeper than ${MAXIMUM_DEPTH} levels.`, placeOf(text, index));
		} else if (token === "}" || token === "]") {
			keysOfObjects.pop();
		} else if (token === ":") {
			const keys = keysOfObjects.at(-1);
			if (keys?.has(lastString)) throw new LoginError("duplicate_key");
			keys?.add(lastString);
		} else {
			lastString = JSON.parse(token) as string;
			if (!lastString.isWellFormed() || lastString.includes("\0"))
				throw malformed("A string holds NUL or a lone surrogate.", placeOf(text, index));
		}
	}
}

/** Says where, and never what is there: it may be a password. */
function malformed(message: string, place: string | null, cause?: unknown): LoginError {
	const where = place === null ? "" : ` The mistake is at ${place}.`;
	return new LoginError("malformed_json", { message: `${message}${where}`, cause });
}

/** null: JSON.parse does not tell. The rest of what it says quotes the text. */
function placeIn(error: unknown): string | null {
	const [, line, column] = /\(line (\d+) column (\d+)\)$/.exec(String(error)) ?? [];
	return line === undefined ? null : `line ${line}, column ${column}`;
}

/** Counted from one, as JSON.parse counts. */
function placeOf(text: string, offset: number): string {
	const lines = text.slice(0, offset).split("\n");
	return `line ${lines.length}, column ${(lines.at(-1) ?? "").length + 1}`;
}
