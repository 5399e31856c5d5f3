import printed from "../../../../docs/openapi.json" with { type: "json" };

/** What the page shows of an OpenAPI 3.1 document. */
interface Contract {
	info: { version: string; description: string };
	tags: { name: string; description: string }[];
	paths: Record<string, Record<string, Declared>>;
	components: {
		schemas: Record<string, Schema>;
		/** A whole response for each error code. */
		examples: Record<string, { value: { status: number; message: string } }>;
	};
}

interface Declared {
	operationId: string;
	summary: string;
	description?: string;
	tags: string[];
	/** Alternatives; the keys of each are the schemes that it needs together. */
	security: object[];
	parameters?: { name: string; in: string; required: boolean; description?: string; schema: Schema }[];
	requestBody?: Body;
	/** By status; those of errors are references. */
	responses: Record<string, Body>;
}

interface Body {
	$ref?: string;
	description?: string;
	content?: Record<string, { schema: Schema }>;
}

export interface Schema {
	$ref?: string;
	type?: string | string[];
	format?: string;
	description?: string;
	enum?: unknown[];
	const?: unknown;
	default?: unknown;
	examples?: unknown[];
	minLength?: number;
	maxLength?: number;
	items?: Schema;
	anyOf?: Schema[];
	properties?: Record<string, Schema>;
	required?: string[];
}

export type Operation = Declared & { method: string; path: string };

export const contract = printed as unknown as Contract;
const { schemas, examples } = contract.components;

export const operations: Operation[] = Object.entries(contract.paths).flatMap(([path, item]) =>
	Object.entries(item).map(([method, declared]) => ({ method: method.toUpperCase(), path, ...declared })),
);

const nameIn = (reference = ""): string => reference.split("/").at(-1) ?? "";

/** What a reference refers to. */
export const resolved = (schema: Schema): Schema => schemas[nameIn(schema.$ref)] ?? schema;

/** The alternatives of a body, which has one media type. */
export function shapesOf({ content = {} }: Body = {}): Schema[] {
	return Object.values(content).flatMap(({ schema }) => resolved(schema).anyOf ?? [schema]);
}

/** The error codes of an operation: each error response is named by its codes, and some by whom their limit counts too. */
export const codesOf = ({ responses }: Operation): string[] =>
	Object.values(responses)
		.flatMap(({ $ref }) => ($ref === undefined ? [] : nameIn($ref).split(".")))
		.filter((code) => code in examples);

export const allCodes = Object.keys(examples);
export const commonCodes = allCodes.filter((code) =>
	operations.every((operation) => codesOf(operation).includes(code)),
);

/** The whole response with an error code. */
export const exampleOf = (code: string) => examples[code]?.value ?? { status: 0, message: "" };
