/** The parts of an OpenAPI 3.1 document that clients depend on. */
export interface Contract {
	info: { version: string };
	paths: Record<string, Record<string, Operation>>;
	components?: {
		securitySchemes?: Record<string, object>;
		[kind: string]: Record<string, unknown> | undefined;
	};
}

export interface Operation {
	operationId?: string;
	/** Alternatives; none at all means that no credential is needed. */
	security?: Record<string, string[]>[];
	parameters?: Parameter[];
	requestBody?: { required?: boolean; content: Content };
	responses: Record<string, Answer | Reference>;
}

export interface Parameter {
	name: string;
	in: string;
	required?: boolean;
	schema?: Schema;
}

export interface Answer {
	headers?: Record<string, Header | Reference>;
	content?: Content;
}

export interface Header {
	required?: boolean;
	schema?: Schema;
}

export type Content = Record<string, { schema?: Schema }>;

export interface Reference {
	$ref: string;
}

/** JSON Schema 2020-12, as far as the contract uses it. */
export interface Schema {
	$ref?: string;
	title?: string;
	type?: string | string[];
	const?: unknown;
	enum?: unknown[];
	anyOf?: Schema[];
	items?: Schema;
	properties?: Record<string, Schema>;
	required?: string[];
	additionalProperties?: boolean | Schema;
	[keyword: string]: unknown;
}

/** What a local reference names. Throws if there is nothing: a document with a hole promises nothing. */
export function follow<T extends object>(contract: Contract, value: T | Reference): T {
	if (!("$ref" in value) || typeof value.$ref !== "string") return value as T;
	const [, , kind = "", name = ""] = value.$ref.split("/");
	const found = contract.components?.[kind]?.[name];
	if (found === undefined) throw new Error(`${value.$ref} names nothing.`);
	return found as T;
}

/** A schema without its reference: what is next to `$ref` holds as well. */
export function resolveSchema(contract: Contract, schema: Schema): Schema {
	if (schema.$ref === undefined) return schema;
	const { $ref, ...beside } = schema;
	const named = resolveSchema(contract, follow<Schema>(contract, { $ref }));
	const properties = { ...named.properties };
	for (const [name, more] of Object.entries(beside.properties ?? {}))
		properties[name] = { ...properties[name], ...more };
	return { ...named, ...beside, ...(Object.keys(properties).length > 0 ? { properties } : {}) };
}
