import { readCsv } from "./read-csv.ts";
import { readNdjson } from "./read-ndjson.ts";
import { FileProblem, type PeopleFile } from "./table-of-people.ts";

/** Bytes. More than that is for `sallyport user import`. */
const MOST = 20 * 1024 * 1024;

/** Throws FileProblem. */
export async function readPeopleFile(file: File): Promise<PeopleFile> {
	if (file.size > MOST) throw new FileProblem("too_large");
	const text = decoded(await file.arrayBuffer());
	const table = /^\s*\{/.test(text) ? readNdjson(text) : readCsv(text);
	if (table.rows.length === 0) throw new FileProblem("empty");
	return table;
}

function decoded(bytes: ArrayBuffer): string {
	try {
		// Without the byte order mark that spreadsheets write.
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		throw new FileProblem("not_utf8");
	}
}
