import type { JsonSchema } from "./operation.ts";

export interface SchemaPrinter {
	/** Schemas with a title go to `schemas` and are referred to. */
	print(schema: object, use: "request" | "response"): JsonSchema;
	schemas: Record<string, JsonSchema>;
}

/**
 * Prints the schemas that validate in a form that people and generators can read. Responses allow unknown members, because
 * they may gain some: a client that rejected them would break.
 */
export function createSchemaPrinter(): SchemaPrinter {
	const schemas: Record<string, JsonSchema> = {};
	return {
		schemas,
		print(schema, use) {
			const print = (each: JsonSchema): JsonSchema => {
				const printed = printMembers(each);
				if (use === "response" && printed.additionalProperties === false) delete printed.additionalProperties;
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
