import { type OpenApi, type SchemaObject, schemaOf } from "./openapi.ts";

/** A value for a schema: its example where it has one. */
export function exampleValue(document: OpenApi, schema: SchemaObject | undefined): unknown {
	const found = schemaOf(document, schema);
	const [example] = found.examples ?? [];
	if (example !== undefined) return example;
	if (found.const !== undefined) return found.const;
	if (found.default !== undefined) return found.default;
	if (found.enum !== undefined) return found.enum[0];
	if (found.anyOf !== undefined) return exampleValue(document, found.anyOf[0]);
	if (found.items !== undefined) return [exampleValue(document, found.items)];
	if (found.properties !== undefined) {
		// Omits optional members with a default.
		const members = Object.entries(found.properties).filter(
			([name, member]) => found.required?.includes(name) || schemaOf(document, member).default === undefined,
		);
		return Object.fromEntries(members.map(([name, member]) => [name, exampleValue(document, member)]));
	}
	return byType[[found.type ?? "object"].flat()[0] ?? "object"] ?? {};
}

const byType: Record<string, unknown> = {
	string: "…",
	integer: 1,
	number: 1,
	boolean: true,
	array: [],
	null: null,
};
