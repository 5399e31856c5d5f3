import { LoginError } from "../errors.ts";
import { lineAndColumn, offsetOfMistake } from "./json-mistake.ts";

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
		throw malformed("Send one well-formed JSON object in UTF-8.", text, offsetOfMistake(text), cause);
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
				throw malformed(`The body is nested deeper than ${MAXIMUM_DEPTH} levels.`, text, index);
		} else if (token === "}" || token === "]") {
			keysOfObjects.pop();
		} else if (token === ":") {
			const keys = keysOfObjects.at(-1);
			if (keys?.has(lastString)) throw new LoginError("duplicate_key");
			keys?.add(lastString);
		} else {
			lastString = JSON.parse(token) as string;
			if (!lastString.isWellFormed() || lastString.includes("\0"))
				throw malformed("A string holds NUL or a lone surrogate.", text, index);
		}
	}
}

/** Says where, and never what is there: it may be a password. */
function malformed(message: string, text: string, offset: number, cause?: unknown): LoginError {
	const where = `The mistake is at ${lineAndColumn(text, offset)}.`;
	return new LoginError("malformed_json", { message: `${message} ${where}`, cause });
}
