/** The parts of an OpenAPI 3.1 document that the page shows. */
export interface OpenApi {
	info: { version: string; description?: string };
	tags?: { name: string; description?: string }[];
	paths: Record<string, Record<string, OperationObject>>;
	components?: Components;
}

interface Components {
	schemas?: Record<string, SchemaObject>;
	responses?: Record<string, ResponseObject>;
	examples?: Record<string, { value?: unknown }>;
}

export interface OperationObject {
	operationId?: string;
	summary?: string;
	description?: string;
	tags?: string[];
	/** Alternatives; the keys of each are the schemes that it needs together. */
	security?: Record<string, unknown>[];
	parameters?: ParameterObject[];
	requestBody?: ContentObject;
	responses?: Record<string, ResponseObject>;
}

export interface ParameterObject {
	name: string;
	in: string;
	required?: boolean;
	description?: string;
	schema?: SchemaObject;
}

interface ContentObject {
	content?: Record<string, { schema?: SchemaObject }>;
}

export interface ResponseObject extends ContentObject {
	$ref?: string;
	description?: string;
}

export interface SchemaObject {
	$ref?: string;
	title?: string;
	type?: string | string[];
	format?: string;
	description?: string;
	enum?: unknown[];
	const?: unknown;
	default?: unknown;
	examples?: unknown[];
	minLength?: number;
	maxLength?: number;
	items?: SchemaObject;
	anyOf?: SchemaObject[];
	properties?: Record<string, SchemaObject>;
	required?: string[];
}

/** Resolves a reference to components. */
export function schemaOf({ components }: OpenApi, schema: SchemaObject | undefined): SchemaObject {
	return components?.schemas?.[lastPart(schema?.$ref)] ?? schema ?? {};
}

export function responseOf({ components }: OpenApi, response: ResponseObject): ResponseObject {
	return components?.responses?.[lastPart(response.$ref)] ?? response;
}

/** Of the only media type. */
export function contentSchema({ content }: ContentObject = {}): SchemaObject | undefined {
	return Object.values(content ?? {})[0]?.schema;
}

function lastPart(reference: string | undefined): string {
	return reference?.split("/").at(-1) ?? "";
}
