/** What is wrong with a file as a whole. */
export type Unreadable = "not_utf8" | "empty" | "open_quote" | "too_large";

export class FileProblem extends Error {
	readonly problem: Unreadable;
	constructor(problem: Unreadable) {
		super(problem);
		this.problem = problem;
	}
}

/** A line of a file; of several lines, where a cell has line breaks, the first one. */
export interface FileRow {
	line: number;
	/** As the columns are; null: it cannot be read. */
	cells: readonly unknown[] | null;
}

/** A file as a table, whatever it was written as. */
export interface PeopleFile {
	columns: readonly string[];
	rows: readonly FileRow[];
}
