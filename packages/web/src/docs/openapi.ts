/** The parts of an OpenAPI 3.1 document that the page shows. */
export interface OpenApi {
	info: { version: string };
	paths: Record<string, Record<string, OperationObject>>;
	components?: { schemas?: Record<string, SchemaObject>; responses?: Record<string, ResponseObject> };
}
interface OperationObject {
	summary?: string;
	description?: string;
	parameters?: {
		name: string;
		in: string;
		required?: boolean;
		description?: string;
		schema?: SchemaObject;
	}[];
	requestBody?: Content;
	responses?: Record<string, ResponseObject>;
}
interface Content {
	content?: Record<string, { schema?: SchemaObject }>;
}
interface ResponseObject extends Content {
	$ref?: string;
	description?: string;
}
interface SchemaObject {
	$ref?: string;
	type?: string | string[];
	format?: string;
	description?: string;
	enum?: unknown[];
	const?: unknown;
	items?: SchemaObject;
	properties?: Record<string, SchemaObject>;
	required?: string[];
}

export interface Member {
	name: string;
	type: string;
	required: boolean;
	description: string;
}
export interface Operation {
	method: string;
	path: string;
	summary: string;
	description: string;
	parameters: Member[];
	body: Member[];
	answers: { status: string; description: string; members: Member[] }[];
}

const methods = ["get", "post", "put", "patch", "delete"];

/** Every operation in the order of the document, with references followed. */
export function operationsOf(document: OpenApi): Operation[] {
	return Object.entries(document.paths).flatMap(([path, item]) =>
		Object.entries(item)
			.filter(([method]) => methods.includes(method))
			.map(([method, operation]) => ({
				method: method.toUpperCase(),
				path,
				summary: operation.summary ?? "",
				description: operation.description ?? "",
				parameters: (operation.parameters ?? []).map((each) => ({
					name: each.name,
					type: `${typeOf(document, each.schema)} (${each.in})`,
					required: each.required ?? false,
					description: each.description ?? "",
				})),
				body: membersOf(document, operation.requestBody),
				answers: Object.entries(operation.responses ?? {}).map(([status, response]) =>
					answerOf(document, status, response),
				),
			})),
	);
}

function answerOf(document: OpenApi, status: string, response: ResponseObject): Operation["answers"][number] {
	const found = document.components?.responses?.[lastPart(response.$ref)] ?? response;
	return {
		status,
		description: found.description ?? "",
		members: Number(status) < 400 ? membersOf(document, found) : [],
	};
}

function membersOf(document: OpenApi, { content }: Content = {}): Member[] {
	const schema = followed(document, Object.values(content ?? {})[0]?.schema);
	return Object.entries(schema?.properties ?? {}).map(([name, member]) => ({
		name,
		type: typeOf(document, member),
		required: schema?.required?.includes(name) ?? false,
		description: followed(document, member)?.description ?? "",
	}));
}

function followed(document: OpenApi, schema: SchemaObject | undefined): SchemaObject | undefined {
	return document.components?.schemas?.[lastPart(schema?.$ref)] ?? schema;
}

function typeOf(document: OpenApi, schema: SchemaObject | undefined): string {
	const found = followed(document, schema);
	if (found?.const !== undefined) return JSON.stringify(found.const);
	if (found?.enum) return found.enum.map((each) => JSON.stringify(each)).join(" | ");
	if (found?.items) return `${typeOf(document, found.items)}[]`;
	const type = [found?.type ?? "object"].flat().join(" | ");
	return found?.format ? `${type}, ${found.format}` : type;
}

function lastPart(reference: string | undefined): string {
	return reference?.split("/").at(-1) ?? "";
}
