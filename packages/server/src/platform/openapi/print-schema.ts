import type { JsonSchema } from "./operation.ts";

export type SchemaPrinter = ReturnType<typeof createSchemaPrinter>;

/**
 * Prints the schemas that validate in a form that people and generators can read. Those with a title go to `schemas` and are
 * referred to. Responses allow unknown members, because they may gain some: a client that rejected them would break.
 */
export function createSchemaPrinter() {
	const schemas: Record<string, JsonSchema> = {};

	function print(schema: JsonSchema, use: "request" | "response"): JsonSchema {
		const { title, anyOf, items, properties, additionalProperties } = schema;
		const inner = (each: JsonSchema) => print(each, use);
		const printed = { ...schema };
		if (anyOf !== undefined) printed.anyOf = anyOf.map(inner);
		if (items !== undefined) printed.items = inner(items);
		if (typeof additionalProperties === "object") printed.additionalProperties = inner(additionalProperties);
		if (use === "response" && additionalProperties === false) delete printed.additionalProperties;
		if (properties !== undefined) {
			const members = Object.entries(properties).map(([name, member]) => [name, inner(member)]);
			printed.properties = Object.fromEntries(members);
		}
		if (title === undefined) return printed;
		schemas[title] ??= printed;
		return { $ref: `#/components/schemas/${title}` };
	}

	return { schemas, print };
}
