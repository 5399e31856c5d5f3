import type { ImportedUser, ImportResult } from "@sallyport/client";
import { type Mapping, userOf } from "./members.ts";
import type { FileRow } from "./table-of-people.ts";

/** A row that is as yet known to be good, or what is wrong with it. */
export interface Candidate {
	line: number;
	user: Partial<ImportedUser>;
	/** A code: of the service, or of what is seen here; null: nothing is wrong. */
	code: string | null;
	/** Which member is wrong. */
	member: string;
	/** What the service says, in English. */
	message: string;
}

/** What the file alone says: lines that cannot be read, and names that come twice. The service sees each row by itself. */
export function candidatesOf(rows: readonly FileRow[], mapping: Mapping): Candidate[] {
	const seen = new Map<string, number>();
	return rows.map(({ line, cells }) => {
		const good = { line, user: {}, code: null, member: "", message: "" };
		if (cells === null) return { ...good, code: "unreadable_line" };
		const user = userOf(cells, mapping);
		const name = String(user.username ?? "").toLowerCase();
		const first = seen.get(name);
		if (name !== "" && first !== undefined)
			return { ...good, user, code: "twice", member: "username", message: String(first) };
		seen.set(name, line);
		return { ...good, user };
	});
}

const MOST_ROWS = 1000;
/** Of a body: below the megabyte of the service. */
const MOST_BYTES = 900_000;

/** What is sent at once. */
export function piecesOf(candidates: readonly Candidate[]): Candidate[][] {
	const pieces: Candidate[][] = [];
	let present: Candidate[] = [];
	let size = 0;
	const encoder = new TextEncoder();
	for (const candidate of candidates) {
		const bytes = encoder.encode(JSON.stringify(candidate.user)).length + 1;
		if (present.length === MOST_ROWS || (present.length > 0 && size + bytes > MOST_BYTES)) {
			pieces.push(present);
			[present, size] = [[], 0];
		}
		present.push(candidate);
		size += bytes;
	}
	return present.length > 0 ? [...pieces, present] : pieces;
}

/** The candidates of a piece with what the service says of each. */
export function judged(piece: readonly Candidate[], { results }: ImportResult): Candidate[] {
	return piece.map((candidate, at) => {
		const { status, code, pointer, message } = results[at] ?? {};
		if (status === "done") return candidate;
		const [, member = ""] = (pointer ?? "").split("/");
		return { ...candidate, code: code ?? "unexpected_answer", member, message: message ?? "" };
	});
}
