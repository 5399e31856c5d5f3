import pg, { type Connection, type FieldDef, type PoolClient } from "pg";

type Row = Record<string, unknown>;

/** As pg has it; its types leave this out. */
type CopyingConnection = Connection & { sendCopyFail(reason: string): void };

/** As pg and its cursors use it; its types leave this out. */
type Result = pg.Result & {
	addFields(fields: readonly FieldDef[]): void;
	parseRow(values: ReadonlyArray<string | null>): Row;
	addCommandComplete(message: object): void;
};

const newResult = (client: PoolClient) => new pg.Result("", client as unknown as typeof pg.types) as Result;

/** Reads rows of the columns that a statement was described with. */
export type RowParser = Pick<Result, "fields" | "parseRow">;

export function rowParserOf(client: PoolClient, fields: readonly FieldDef[]): RowParser {
	const result = newResult(client);
	result.addFields(fields);
	return result;
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
	{ name, parser }: { name: string; parser: RowParser },
	values: readonly Plain[],
): Promise<Result> {
	return new Promise((resolve, reject) => {
		const result = newResult(client);
		let unreadable: unknown = null;
		/** With the code of a missing statement: another one has its name, so no prepared statement can be trusted any more. */
		const onUnexpected = () => {
			unreadable ??= Object.assign(new Error("A prepared statement returned other columns."), {
				code: "26000",
			});
		};
		const query = {
			/** pg wraps it for its time limit. */
			callback: (error: unknown) => (error === null ? resolve(result) : reject(error)),
			submit(connection: Connection) {
				connection.stream.cork();
				try {
					connection.bind(
						{ statement: name, values: values.map((value) => value?.toString() ?? null) },
						true,
					);
					connection.execute({}, true);
					connection.sync();
				} finally {
					connection.stream.uncork();
				}
			},
			handleDataRow({ fields }: { fields: ReadonlyArray<string | null> }) {
				if (fields.length !== parser.fields.length) return onUnexpected();
				try {
					result.rows.push(parser.parseRow(fields));
				} catch (error) {
					unreadable ??= error;
				}
			},
			handleCommandComplete: (message: object) => result.addCommandComplete(message),
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
