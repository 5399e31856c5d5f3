/** How a column that tells of a person gets into an export, or why it does not. */
import { type JsonSchema, time as timeSchema, uuid } from "../../platform/openapi/operation.ts";

/** A row as it is in the database. */
export type Row = Readonly<Record<string, unknown>>;

export interface Given {
	schema: JsonSchema & { description: string };
	read(value: unknown, row: Row): unknown;
}

export interface Withheld {
	withheld: string;
}

const asItIs = (value: unknown) => value;

export const withheld = (why: string): Withheld => ({ withheld: why });

export const id = (description: string): Given => ({ schema: uuid(description), read: asItIs });

export const text = (description: string): Given => ({
	schema: { type: "string", description },
	read: asItIs,
});

export const number = (description: string): Given => ({
	schema: { type: "integer", description },
	read: Number,
});

export const flag = (description: string): Given => ({
	schema: { type: "boolean", description },
	read: (value) => value === 1,
});

export const time = (description: string): Given => ({
	schema: timeSchema(description),
	read: (value) => new Date(Number(value)).toISOString(),
});

export const texts = (description: string): Given => ({
	schema: { type: "array", items: { type: "string" }, description },
	read: (value) => JSON.parse(String(value)) as unknown,
});

export const members = (description: string): Given => ({
	schema: { type: "object", additionalProperties: true, description },
	read: (value) => JSON.parse(String(value)) as unknown,
});

/** null: there is none. */
export const nullable = ({ schema, read }: Given): Given => ({
	schema: { ...schema, type: [String(schema.type), "null"] },
	read: (value, row) => (value === null ? null : read(value, row)),
});

/** "last_login_at" is "lastLoginAt" in an export. */
export const memberName = (column: string): string =>
	column.replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());
