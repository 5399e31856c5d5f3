import { hash } from "node:crypto";
import type { Compilable, CompiledQuery } from "kysely";
import type { Queryable } from "./tables.ts";

const names = new Map<string, string>();

/**
 * The name under which PostgreSQL prepares a statement, if it was compiled once: planning a look-up by key costs more than the look-up.
 * A hash of the text, never a number: behind a pooler, another instance may have prepared a statement under the same name on the same
 * connection. If its text were another one, PostgreSQL would run that one without an error.
 */
export const preparedName = (sql: string): string | undefined => names.get(sql);

function compile<Row>(query: Compilable<Row>): CompiledQuery<Row> {
	const compiled = query.compile();
	const { sql } = compiled;
	// With `*` it is not: a later release may add a column, and PostgreSQL refuses a prepared statement whose columns changed.
	if (!sql.includes("*")) names.set(sql, `sallyport_${hash("sha256", sql).slice(0, 32)}`);
	return compiled;
}

type Parameter = string | number | null;

/** A value that is given when the statement runs. */
class Placeholder {
	readonly name: string;
	constructor(name: string) {
		this.name = name;
	}
}

const placeholders = new Proxy(
	{},
	{
		get: (_none, name) => new Placeholder(String(name)),
		// A rest or a spread would have none of them, and bind nothing.
		ownKeys() {
			throw new TypeError("A statement names each of its values.");
		},
	},
);

/**
 * Compiles a query once for each dialect: compiling costs more than running it on SQLite. `build` writes it with the values by name, and
 * where each of them goes is found when it is compiled. A number that Kysely would write into the text needs its `val`.
 */
export function compileNamed<Row, Values extends object>(
	build: (queries: Queryable, values: Values) => Compilable<Row>,
): (queries: Queryable, values: Values) => Promise<Row[]> {
	const compiled = new WeakMap<object, CompiledQuery<Row>>();
	return async (queries, values) => {
		const dialect = queries.getExecutor().adapter.constructor;
		const known = compiled.get(dialect) ?? compile(build(queries, placeholders as Values));
		compiled.set(dialect, known);
		const parameters = known.parameters.map((each) =>
			each instanceof Placeholder ? values[each.name as keyof Values] : each,
		);
		const { rows } = await queries.executeQuery<Row>({ ...known, parameters });
		return rows;
	};
}

/**
 * The same for a number of parameters that varies: keys to look up, or rows to insert. Compiles once for each number.
 *
 * `build` must have a value for each parameter, in order, and depend on nothing else that varies. A limit is no parameter: SQLite
 * would prepare the statement again each time (docs/decisions/0027).
 */
export function compileOnce<Row, Parameters extends object = readonly Parameter[]>(
	build: (queries: Queryable, parameters: Parameters) => Compilable<Row>,
): (queries: Queryable, parameters: Parameters) => Promise<Row[]> {
	const compiled = new WeakMap<object, Map<number, CompiledQuery<Row>>>();
	return async (queries, given) => {
		const parameters: Parameter[] = Object.values(given);
		// Each dialect has a class of its own.
		const dialect = queries.getExecutor().adapter.constructor;
		const byCount = compiled.get(dialect) ?? new Map<number, CompiledQuery<Row>>();
		compiled.set(dialect, byCount);
		const known = byCount.get(parameters.length) ?? compile(build(queries, given));
		byCount.set(parameters.length, known);
		const { rows } = await queries.executeQuery<Row>({ ...known, parameters });
		return rows;
	};
}

/** The rows of an insert from its parameters, which are all values of the first row, then of the second. */
export function rowsOf<Column extends string, Value>(
	columns: readonly Column[],
	values: readonly Value[],
): Array<Record<Column, Value>> {
	const rows: Array<Record<Column, Value>> = [];
	for (let at = 0; at < values.length; at += columns.length) {
		const row = columns.map((column, index) => [column, values[at + index]] as const);
		rows.push(Object.fromEntries(row) as Record<Column, Value>);
	}
	return rows;
}

/** Repeats the last key up to a power of two, so that lookups of many keys are only a few different statements. */
export function padded(keys: readonly string[]): string[] {
	const size = 2 ** Math.ceil(Math.log2(keys.length));
	return keys.concat(Array<string>(size - keys.length).fill(keys.at(-1) ?? ""));
}
