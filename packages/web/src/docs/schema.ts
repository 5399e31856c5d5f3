import { resolved, type Schema } from "./contract.ts";

/** Of alternatives the first: what a caller should send. */
const shapeOf = (schema: Schema): Schema => resolved(resolved(schema).anyOf?.[0] ?? schema);

/** A row of a table: a member of a body, or a parameter. */
export interface Member {
	/** With its path, such as `sessions[].id`. */
	name: string;
	type: string;
	required: boolean;
	description?: string | undefined;
}

/** Members of an object and of nested objects. */
export function membersOf(schema: Schema = {}, path = ""): Member[] {
	const { properties = {}, required = [] } = shapeOf(schema);
	return Object.entries(properties).flatMap(([key, value]) => {
		const { description, items } = shapeOf(value);
		const name = path + key;
		return [
			{ name, type: typeOf(value), required: required.includes(key), description },
			...membersOf(items ?? value, `${name}${items === undefined ? "" : "[]"}.`),
		];
	});
}

/** The allowed values, in a few words. */
export function typeOf(schema: Schema): string {
	const {
		type = "object",
		format,
		const: only,
		enum: values,
		items,
		minLength = 0,
		maxLength,
	} = shapeOf(schema);
	if (only !== undefined) return JSON.stringify(only);
	// Longer lists, the error codes, are elsewhere on the page.
	if (values !== undefined)
		return values.length > 6 ? "string" : values.map((each) => JSON.stringify(each)).join(" or ");
	if (items !== undefined) return `array of ${typeOf(items)}`;
	const length = maxLength && `${minLength > 0 ? `${minLength} to` : "at most"} ${maxLength} characters`;
	return [[type].flat().join(" or "), format, length].filter(Boolean).join(", ");
}

/** A value for a schema: its example where it has one. */
export function exampleValue(schema: Schema): unknown {
	const {
		examples,
		const: only,
		default: usual,
		enum: values,
		items,
		properties,
		required,
		type,
	} = shapeOf(schema);
	const given = [examples?.[0], only, usual, values?.[0]].find((each) => each !== undefined);
	if (given !== undefined) return given;
	if (items !== undefined) return [exampleValue(items)];
	if (properties === undefined) return byType[[type].flat()[0] ?? "object"] ?? {};
	// Omits optional members with a default.
	const members = Object.entries(properties).filter(
		([name, member]) => required?.includes(name) || resolved(member).default === undefined,
	);
	return Object.fromEntries(members.map(([name, member]) => [name, exampleValue(member)]));
}

const byType: Record<string, unknown> = { string: "…", integer: 1, number: 1, boolean: true, array: [] };
