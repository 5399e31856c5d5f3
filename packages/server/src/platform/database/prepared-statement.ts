import type { Connection, FieldDef, PoolClient } from "pg";

type Row = Record<string, unknown>;

/** As pg has it; its types leave this out. */
type CopyingConnection = Connection & { sendCopyFail(reason: string): void };

export interface StatementResult {
	/** First word of the command tag: SELECT, UPDATE, … */
	command: string;
	/** Rows returned or changed. */
	rowCount: number;
	rows: Row[];
}

/** The columns of the rows that a prepared statement returns. */
export interface RowShape {
	names: readonly string[];
	parsers: ReadonlyArray<(text: string) => unknown>;
	/** All null. Rows that are copied from it share one hidden class in V8. */
	empty: Row;
}

export function rowShapeOf(
	fields: readonly FieldDef[],
	parserOf: (type: number) => (text: string) => unknown,
): RowShape {
	const names = fields.map(({ name }) => name);
	return {
		names,
		parsers: fields.map(({ dataTypeID }) => parserOf(dataTypeID)),
		empty: Object.fromEntries(names.map((name) => [name, null])),
	};
}

/** Values that PostgreSQL reads from their text as we mean them. A statement with other values goes through pg. */
export type Plain = string | number | null;

export function arePlain(values: readonly unknown[]): values is readonly Plain[] {
	return values.every((value) => value === null || typeof value === "string" || typeof value === "number");
}

/**
 * Runs a statement that this connection has prepared and described before. pg describes the result at every execution,
 * which is half of what a look-up costs us. PostgreSQL refuses a prepared statement whose columns have changed (0A000).
 */
export function executePrepared(
	client: PoolClient,
	{ name, shape }: { name: string; shape: RowShape },
	values: readonly Plain[],
): Promise<StatementResult> {
	return new Promise((resolve, reject) => {
		const result: StatementResult = { command: "", rowCount: 0, rows: [] };
		let unreadable: unknown = null;
		const onUnexpected = () => {
			unreadable ??= otherShape();
		};
		const query = {
			/** pg wraps it for its time limit. */
			callback: (error: unknown) => (error === null ? resolve(result) : reject(error)),
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
					result.rows.push(read(fields, shape));
				} catch (error) {
					unreadable ??= error;
				}
			},
			handleCommandComplete({ text }: { text: string }) {
				const words = text.split(" ");
				result.command = words[0] ?? "";
				result.rowCount = Number(words.at(-1));
			},
			// A server sends none of these to an Execute of ours, but something between us might; pg passes them on.
			handleRowDescription: onUnexpected,
			handlePortalSuspended: onUnexpected,
			handleEmptyQuery: onUnexpected,
			handleCopyData: onUnexpected,
			handleCopyInResponse(connection: CopyingConnection) {
				onUnexpected();
				connection.sendCopyFail("There is nothing to copy.");
			},
			handleReadyForQuery: () => query.callback(unreadable),
			handleError: (error: unknown) => query.callback(error),
		};
		client.query(query);
	});
}

/** The code of a missing statement (26000): another one has its name, so no prepared statement can be trusted any more. */
function otherShape(): Error {
	return Object.assign(new Error("A prepared statement returned other columns."), { code: "26000" });
}

function toText(value: Plain): string | null {
	return typeof value === "number" ? String(value) : value;
}

function read(fields: ReadonlyArray<string | null>, { names, parsers, empty }: RowShape): Row {
	if (fields.length !== names.length) throw otherShape();
	const row = { ...empty };
	for (let index = 0; index < fields.length; index += 1) {
		const text = fields[index];
		row[names[index] as string] = typeof text === "string" ? parsers[index]?.(text) : null;
	}
	return row;
}
