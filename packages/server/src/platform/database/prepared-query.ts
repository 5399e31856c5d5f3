import type { Connection, FieldDef, PoolClient } from "pg";

type Row = Record<string, unknown>;

/** As pg has it; its types leave this out. */
type CopyingConnection = Connection & { sendCopyFail(reason: string): void };

export interface Answer {
	/** First word of what PostgreSQL says when it is done: SELECT, UPDATE, … */
	command: string;
	/** Rows given out or changed. */
	rowCount: number;
	rows: Row[];
}

/** The columns in which a prepared statement answers. */
export interface Shape {
	names: readonly string[];
	parsers: ReadonlyArray<(text: string) => unknown>;
	/** All null: rows copied from it are alike for the engine. */
	empty: Row;
}

export function shapeOf(
	fields: readonly FieldDef[],
	parserOf: (type: number) => (text: string) => unknown,
): Shape {
	const names = fields.map(({ name }) => name);
	return {
		names,
		parsers: fields.map(({ dataTypeID }) => parserOf(dataTypeID)),
		empty: Object.fromEntries(names.map((name) => [name, null])),
	};
}

/** Values whose text PostgreSQL reads as we mean it. What has others is asked as pg asks it. */
export type Plain = string | number | null;

export function arePlain(values: readonly unknown[]): values is readonly Plain[] {
	return values.every((value) => value === null || typeof value === "string" || typeof value === "number");
}

/**
 * Asks a statement that this connection has prepared and described before. pg has each answer described anew, which is
 * half of what a look-up costs us; one connection to PostgreSQL never answers a prepared statement in another shape (0A000).
 */
export function askPrepared(
	client: PoolClient,
	{ name, shape }: { name: string; shape: Shape },
	values: readonly Plain[],
): Promise<Answer> {
	return new Promise((resolve, reject) => {
		const answer: Answer = { command: "", rowCount: 0, rows: [] };
		let unreadable: unknown = null;
		const misplace = () => {
			unreadable ??= otherShape();
		};
		const query = {
			/** pg puts its own in place of this one, for its time limit. */
			callback: (error: unknown) => (error === null ? resolve(answer) : reject(error)),
			submit(connection: Connection) {
				connection.stream.cork();
				try {
					connection.bind({ statement: name, values: values.map(toText) }, true);
					connection.execute({}, true);
					connection.sync();
				} finally {
					connection.stream.uncork();
				}
			},
			handleDataRow({ fields }: { fields: ReadonlyArray<string | null> }) {
				try {
					answer.rows.push(read(fields, shape));
				} catch (error) {
					unreadable ??= error;
				}
			},
			handleCommandComplete({ text }: { text: string }) {
				const words = text.split(" ");
				answer.command = words[0] ?? "";
				answer.rowCount = Number(words.at(-1));
			},
			// None of these is an answer to what was asked; pg hands them over all the same, whatever is at the other end.
			handleRowDescription: misplace,
			handlePortalSuspended: misplace,
			handleEmptyQuery: misplace,
			handleCopyData: misplace,
			handleCopyInResponse(connection: CopyingConnection) {
				misplace();
				connection.sendCopyFail("Nothing was to be copied.");
			},
			handleReadyForQuery: () => query.callback(unreadable),
			handleError: (error: unknown) => query.callback(error),
		};
		client.query(query);
	});
}

/** As PostgreSQL says that it has no such statement: somebody else's stands there under its name, so none is to be trusted. */
function otherShape(): Error {
	return Object.assign(new Error("A prepared statement answered in another shape."), { code: "26000" });
}

function toText(value: Plain): string | null {
	return typeof value === "number" ? String(value) : value;
}

function read(fields: ReadonlyArray<string | null>, { names, parsers, empty }: Shape): Row {
	if (fields.length !== names.length) throw otherShape();
	const row = { ...empty };
	for (let index = 0; index < fields.length; index += 1) {
		const text = fields[index];
		row[names[index] as string] = typeof text === "string" ? parsers[index]?.(text) : null;
	}
	return row;
}
