/**
 * The constructors of JSON Schema that the routes need, named as in TypeBox and making the same plain objects. TypeBox
 * itself is 680 modules: a third of the start and 20 MB of memory, for these lines (docs/decisions/0006-start-and-memory.md).
 */

declare const valid: unique symbol;

/** A JSON Schema, draft 7 and 2020-12 alike; what it accepts has the type `Value`. */
export interface Schema<Value = unknown> {
	readonly [valid]?: Value;
	readonly [keyword: string]: unknown;
}

/** The type of what a schema accepts. */
export type Static<Of> = Of extends Schema<infer Value> ? Value : never;

type Keywords = Record<string, unknown>;

/** A symbol, so that being optional leaves no mark in what is validated and printed. */
const optional = Symbol("optional");
type Optional<Value> = Schema<Value> & { readonly [optional]: true };

type Members = Record<string, Schema>;
type OptionalNames<Of> = { [Name in keyof Of]: Of[Name] extends Optional<unknown> ? Name : never }[keyof Of];
type ObjectOf<Of> = { [Name in Exclude<keyof Of, OptionalNames<Of>>]: Static<Of[Name]> } & {
	[Name in OptionalNames<Of>]?: Static<Of[Name]>;
};

export const Type = {
	String: (keywords: Keywords = {}): Schema<string> => ({ type: "string", ...keywords }),
	Boolean: (keywords: Keywords = {}): Schema<boolean> => ({ type: "boolean", ...keywords }),
	Integer: (keywords: Keywords = {}): Schema<number> => ({ type: "integer", ...keywords }),
	Null: (keywords: Keywords = {}): Schema<null> => ({ type: "null", ...keywords }),
	Literal: <const Value extends string>(value: Value, keywords: Keywords = {}): Schema<Value> => ({
		type: "string",
		const: value,
		...keywords,
	}),
	Enum: <const Value extends string>(values: readonly Value[], keywords: Keywords = {}): Schema<Value> => ({
		type: "string",
		enum: values,
		...keywords,
	}),
	/**
	 * The value, which is of one type and not one of a list, or null. A list of types, because a union is tried member by member
	 * when an answer is written.
	 */
	Nullable<Value>(schema: Schema<Value>): Schema<Value | null> {
		if (typeof schema.type !== "string" || "enum" in schema || "const" in schema)
			throw new TypeError("Only a schema of one type, without a list of values, can be nullable.");
		return { ...schema, type: [schema.type, "null"] };
	},
	/** Keywords as they stand, for what has no constructor. */
	Unsafe: <Value>(keywords: Keywords): Schema<Value> => keywords,
	Array: <Value>(items: Schema<Value>, keywords: Keywords = {}): Schema<Value[]> => ({
		type: "array",
		items,
		...keywords,
	}),
	/** Any names. */
	Record: <Value>(values: Schema<Value>, keywords: Keywords = {}): Schema<Record<string, Value>> => ({
		type: "object",
		...keywords,
		additionalProperties: values,
	}),
	Union: <Of extends Schema[]>(anyOf: [...Of], keywords: Keywords = {}): Schema<Static<Of[number]>> => ({
		anyOf,
		...keywords,
	}),
	/** A member that may be missing. */
	Optional: <Value>(schema: Schema<Value>): Optional<Value> => ({ ...schema, [optional]: true }),
	Object<Of extends Members>(properties: Of, keywords: Keywords = {}): Schema<ObjectOf<Of>> {
		const required = Object.keys(properties).filter((name) => !(optional in (properties[name] ?? {})));
		return { type: "object", ...(required.length > 0 ? { required } : {}), properties, ...keywords };
	},
};
