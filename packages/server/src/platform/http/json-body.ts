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
		throw new LoginError("malformed_json", { cause });
	}
	inspect(text);
	return value;
}

function decode(bytes: Buffer): string {
	try {
		return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch (cause) {
		throw malformed("The body is not UTF-8.", cause);
	}
}

/** Walks the tokens of a text that JSON.parse has accepted. */
function inspect(text: string): void {
	const keysOfObjects: Array<Set<string>> = [];
	let lastString = "";
	for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]:]/g)) {
		if (token === "{" || token === "[") {
			keysOfObjects.push(new Set());
			if (keysOfObjects.length > MAXIMUM_DEPTH)
				throw malformed(`The body is nested deeper than ${MAXIMUM_DEPTH} levels.`);
		} else if (token === "}" || token === "]") {
			keysOfObjects.pop();
		} else if (token === ":") {
			const keys = keysOfObjects.at(-1);
			if (keys?.has(lastString)) throw new LoginError("duplicate_key");
			keys?.add(lastString);
		} else {
			lastString = JSON.parse(token) as string;
			if (!lastString.isWellFormed() || lastString.includes("\0"))
				throw malformed("A string holds NUL or half of a surrogate pair.");
		}
	}
}

function malformed(message: string, cause?: unknown): LoginError {
	return new LoginError("malformed_json", { message, cause });
}
