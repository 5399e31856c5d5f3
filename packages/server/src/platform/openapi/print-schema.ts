/** A JSON Schema as it stands in the document; only what the printing looks at is named. */
export interface JsonSchema {
	title?: string;
	type?: string | string[];
	const?: unknown;
	enum?: unknown[];
	anyOf?: JsonSchema[];
	items?: JsonSchema;
	properties?: Record<string, JsonSchema>;
	additionalProperties?: boolean | JsonSchema;
	description?: string;
	[keyword: string]: unknown;
}

export interface SchemaPrinter {
	/** Schemas with a title go to `schemas` and are referred to. */
	print(schema: object, use: "request" | "answer"): JsonSchema;
	schemas: Record<string, JsonSchema>;
}

/**
 * Writes the schemas that validate as people and generators like to read them. An answer is left open for members
 * that it may gain: a client that refused unknown ones would break at the first of them.
 */
export function createSchemaPrinter(): SchemaPrinter {
	const schemas: Record<string, JsonSchema> = {};
	return {
		schemas,
		print(schema, use) {
			const print = (each: JsonSchema): JsonSchema => {
				const printed = printMembers(each);
				if (use === "answer" && printed.additionalProperties === false) delete printed.additionalProperties;
				if (printed.title === undefined) return printed;
				schemas[printed.title] ??= printed;
				return { $ref: `#/components/schemas/${printed.title}` };
			};
			const printMembers = (each: JsonSchema): JsonSchema => {
				const { anyOf, items, properties, additionalProperties } = each;
				const printed = { ...each };
				if (anyOf !== undefined) printed.anyOf = anyOf.map(print);
				if (items !== undefined) printed.items = print(items);
				if (typeof additionalProperties === "object")
					printed.additionalProperties = print(additionalProperties);
				if (properties !== undefined) {
					printed.properties = Object.fromEntries(
						Object.entries(properties).map(([name, member]) => [name, print(member)]),
					);
				}
				return printed;
			};
			return print(schema as JsonSchema);
		},
	};
}
