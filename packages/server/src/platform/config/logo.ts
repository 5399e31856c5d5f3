import { readFileSync } from "node:fs";
import { SettingError } from "../lib/parse-setting.ts";

const MOST_BYTES = 64 * 1024;

interface Logo {
	content: Buffer;
	type: "image/svg+xml" | "image/png" | "image/webp";
	/** The ending of a file name. */
	ending: "svg" | "png" | "webp";
}

/** The picture that an operator shows instead of the mark; by its content, whatever it is called. Throws a SettingError. */
export function readLogo(path: string): Logo {
	const content = read(path);
	if (content.length > MOST_BYTES)
		throw new SettingError(`the file has ${content.length} bytes, and ${MOST_BYTES} are the most`);
	if (content.subarray(0, 8).equals(PNG)) return { content, type: "image/png", ending: "png" };
	if (content.toString("latin1", 0, 4) === "RIFF" && content.toString("latin1", 8, 12) === "WEBP")
		return { content, type: "image/webp", ending: "webp" };
	if (SVG.test(content.toString("utf8"))) return { content, type: "image/svg+xml", ending: "svg" };
	throw new SettingError("the file is no SVG, PNG or WebP picture");
}

const PNG = Buffer.from("89504e470d0a1a0a", "hex");
/** What may come before the element: a byte order mark, a declaration, comments, a document type. */
const SVG = /^\ufeff?\s*(<\?xml[^>]*>\s*)?(<!--.*?-->\s*|<!doctype[^>]*>\s*)*<svg[\s>]/is;

function read(path: string): Buffer {
	try {
		return readFileSync(path);
	} catch {
		throw new SettingError("the file cannot be read");
	}
}
