import { exampleValue } from "./example-value.ts";
import { type Member, membersOf, typeOf } from "./members.ts";
import {
	contentSchema,
	type OpenApi,
	type OperationObject,
	type ParameterObject,
	type ResponseObject,
	responseOf,
	type SchemaObject,
	schemaOf,
} from "./openapi.ts";

export interface Operation {
	/** For the fragment: /docs#logIn. */
	id: string;
	method: string;
	path: string;
	summary: string;
	description: string;
	needs: "nothing" | "credential" | "credentialAndCsrf";
	parameters: Member[];
	body: Member[];
	bodyExample: object | undefined;
	answers: Answer[];
	/** Codes by status. */
	refusals: Refusals;
}

export interface Answer {
	status: string;
	description: string;
	members: Member[];
	/** Undefined: no body. */
	example: unknown;
}

export type Refusals = Record<string, string[]>;

export interface Group {
	name: string;
	description: string;
	operations: Operation[];
}

const methods = ["get", "post", "put", "patch", "delete"];

/** All operations by tag, in the order of the document. */
export function groupsOf(document: OpenApi): Group[] {
	const all = Object.entries(document.paths).flatMap(([path, item]) =>
		Object.entries(item)
			.filter(([method]) => methods.includes(method))
			.map(([method, object]) => ({ tag: object.tags?.[0] ?? "", ...read(document, method, path, object) })),
	);
	const named = document.tags ?? [];
	const rest = [...new Set(all.map(({ tag }) => tag))].filter(
		(tag) => !named.some(({ name }) => name === tag),
	);
	return [...named, ...rest.map((name) => ({ name, description: "" }))].map(({ name, description = "" }) => ({
		name,
		description,
		operations: all.filter(({ tag }) => tag === name),
	}));
}

function read(document: OpenApi, method: string, path: string, object: OperationObject): Operation {
	const { security = [], responses = {} } = object;
	const body = contentSchema(object.requestBody);
	const answers = Object.entries(responses).map(([status, each]) => ({
		status,
		...responseOf(document, each),
	}));
	return {
		id: object.operationId ?? method + path,
		method: method.toUpperCase(),
		path,
		summary: object.summary ?? "",
		description: object.description ?? "",
		needs: security.length === 0 ? "nothing" : security.some(withCsrf) ? "credentialAndCsrf" : "credential",
		parameters: (object.parameters ?? []).map((each) => parameter(document, each)),
		body: membersOf(document, body),
		bodyExample: body && (exampleValue(document, body) as object),
		answers: answers.filter(({ status }) => status < "400").flatMap((each) => variants(document, each)),
		refusals: Object.fromEntries(
			answers.filter(({ status }) => status >= "400").map((each) => [each.status, codesOf(each)]),
		),
	};
}

const withCsrf = (schemes: Record<string, unknown>) => "csrf" in schemes;

function parameter(document: OpenApi, { name, in: place, required, description, schema }: ParameterObject) {
	const type = `${typeOf(document, schema)} (${place})`;
	return { name, type, required: required ?? false, description: description ?? "" };
}

/** A response with alternative schemas is shown once for each. */
function variants(document: OpenApi, response: ResponseObject & { status: string }): Answer[] {
	const schema = contentSchema(response);
	const shapes = schema?.anyOf ?? [schema];
	return shapes.map((shape) => ({
		status: response.status,
		description: (shapes.length > 1 && schemaOf(document, shape).description) || (response.description ?? ""),
		members: membersOf(document, shape),
		example: shape && exampleValue(document, shape),
	}));
}

function codesOf(response: ResponseObject): string[] {
	const code: SchemaObject | undefined = contentSchema(response)?.properties?.code;
	return (code?.enum ?? []).map(String);
}

/** Errors that every operation has in common, listed once. */
export function commonRefusals(operations: readonly Operation[]): Refusals {
	const [first, ...others] = operations;
	return withCodes(first?.refusals ?? {}, (status, code) =>
		others.every(({ refusals }) => refusals[status]?.includes(code)),
	);
}

/** Those that are not in `known`. */
export function refusalsBeside(refusals: Refusals, known: Refusals): Refusals {
	return withCodes(refusals, (status, code) => !known[status]?.includes(code));
}

function withCodes(refusals: Refusals, keep: (status: string, code: string) => boolean): Refusals {
	const kept = Object.entries(refusals).map(([status, codes]): [string, string[]] => [
		status,
		codes.filter((code) => keep(status, code)),
	]);
	return Object.fromEntries(kept.filter(([, codes]) => codes.length > 0));
}
