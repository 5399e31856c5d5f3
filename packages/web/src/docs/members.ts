import { type OpenApi, type SchemaObject, schemaOf } from "./openapi.ts";

/** A row of a table: a member of a body, or a parameter. */
export interface Member {
	/** With its path, such as `sessions[].id`. */
	name: string;
	type: string;
	required: boolean;
	description: string;
}

/** Members of an object and of nested objects. */
export function membersOf(document: OpenApi, schema: SchemaObject | undefined, path = ""): Member[] {
	const { properties = {}, required = [] } = schemaOf(document, schema);
	return Object.entries(properties).flatMap(([key, value]) => {
		const member = schemaOf(document, value);
		const name = path + key;
		const inside = member.items === undefined ? member : schemaOf(document, member.items);
		return [
			{
				name,
				type: typeOf(document, member),
				required: required.includes(key),
				description: member.description ?? "",
			},
			...membersOf(document, inside, `${name}${member.items === undefined ? "" : "[]"}.`),
		];
	});
}

/** The allowed values, in a few words. */
export function typeOf(document: OpenApi, schema: SchemaObject | undefined): string {
	const found = schemaOf(document, schema);
	if (found.const !== undefined) return JSON.stringify(found.const);
	if (found.enum !== undefined) return wordsOf(found.enum);
	if (found.anyOf !== undefined) return found.anyOf.map((each) => typeOf(document, each)).join(" or ");
	if (found.items !== undefined) return `array of ${typeOf(document, found.items)}`;
	const type = [found.type ?? "object"].flat().join(" or ");
	return [type, found.format, lengthOf(found)].filter(Boolean).join(", ");
}

/** Longer lists, the error codes, are elsewhere on the page. */
function wordsOf(values: unknown[]): string {
	return values.length > 6 ? "string" : values.map((each) => JSON.stringify(each)).join(" or ");
}

function lengthOf({ minLength = 0, maxLength }: SchemaObject): string {
	if (maxLength === undefined) return "";
	return minLength > 0 ? `${minLength} to ${maxLength} characters` : `at most ${maxLength} characters`;
}
