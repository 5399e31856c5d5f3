import { givenTables, type ReadTable } from "../../operations/export/personal-data.ts";
import { closedObject, type JsonSchema, time } from "../../platform/openapi/operation.ts";

function member({ member: name, what, given }: ReadTable): [string, JsonSchema] {
	const members = Object.fromEntries(given.map(({ member, schema }) => [member, schema]));
	if (name === "user") return [name, closedObject(null, `${what}.`, members)];
	const items = closedObject(null, null, members);
	return [name, { type: "array", items, description: `${what}, the oldest first.` }];
}

/** Printed from personal-data.ts. */
export const Export: JsonSchema = closedObject("Export", "Everything that is stored about the user.", {
	exportedAt: time("When it was made."),
	...Object.fromEntries(givenTables.map(member)),
});
