import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { extname } from "node:path";
import { readLines } from "../import/read-lines.ts";
import { type Format, type Row, readRows } from "../import/read-rows.ts";
import { WrongUse } from "./define-command.ts";
import { CommandFailed } from "./explain-error.ts";

export interface ImportSource {
	/** From the beginning; only once for standard input. */
	rows(): AsyncIterable<Row>;
	/** The part that has been read, 0 to 1; null when the length is unknown. */
	part(): number | null;
}

/** A file, or "-" for standard input. Throws CommandFailed when the file cannot be read. */
export async function openImportSource(name: string, given: string | undefined): Promise<ImportSource> {
	const format = formatOf(name, given);
	const size = name === "-" ? null : await sizeOf(name);
	let read = 0;
	async function* counted(input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
		read = 0;
		for await (const chunk of input) {
			read += chunk.length;
			yield chunk;
		}
	}
	return {
		rows: () => readRows(readLines(counted(name === "-" ? process.stdin : createReadStream(name))), format),
		part: () => (size === null || size === 0 ? null : read / size),
	};
}

function formatOf(name: string, given: string | undefined): Format {
	if (given === "csv" || given === "jsonl") return given;
	if (given !== undefined) throw new WrongUse("--format is jsonl or csv.");
	return extname(name).toLowerCase() === ".csv" ? "csv" : "jsonl";
}

/** Bytes; null for pipes and the like. */
async function sizeOf(name: string): Promise<number | null> {
	try {
		const file = await stat(name);
		if (file.isDirectory()) throw new CommandFailed("file_unreadable", "That is a folder, not a file.");
		return file.isFile() ? file.size : null;
	} catch (error) {
		if (error instanceof CommandFailed) throw error;
		throw new CommandFailed("file_unreadable", "There is no such file, or it may not be read.");
	}
}
