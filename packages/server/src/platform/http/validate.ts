import type { FastifyServerOptions, FastifyTypeProvider } from "fastify";
import type { FromSchema, JSONSchema } from "json-schema-to-ts";
import { type FieldError, LoginError } from "../errors.ts";
import { explainViolation } from "./explain-violation.ts";

/** The type of what a schema accepts. A member with a default may be missing: nothing is filled in (see below). */
type TypeOf<Schema> = Schema extends JSONSchema
	? FromSchema<Schema, { keepDefaultedPropertiesOptional: true }>
	: unknown;

/** Lets handlers see the types of their schemas. */
export interface SchemaTypes extends FastifyTypeProvider {
	validator: TypeOf<this["schema"]>;
	serializer: TypeOf<this["schema"]>;
}

/** Validates without coercing, adding or removing anything (ASVS 2.2.2): a number is never accepted as a string. */
export const validation = {
	ajv: {
		customOptions: {
			coerceTypes: false,
			useDefaults: false,
			removeAdditional: false,
			allErrors: true,
			validateSchema: false,
		},
	},
	schemaErrorFormatter: toLoginError,
} satisfies FastifyServerOptions;

type Violation = Parameters<NonNullable<FastifyServerOptions["schemaErrorFormatter"]>>[0][number];

/** A refusal that says of each member what to send. */
export function toLoginError(violations: Violation[], place = "body"): LoginError {
	const noun = place === "querystring" ? "parameter" : "member";
	const errors: FieldError[] = violations.map(({ keyword, instancePath, params }) => {
		if (keyword === "additionalProperties") {
			const pointer = `${instancePath}/${escapePointer(String(params.additionalProperty))}`;
			return { pointer, code: "unknown_field", message: `There is no such ${noun}.` };
		}
		if (keyword === "required") {
			const pointer = `${instancePath}/${escapePointer(String(params.missingProperty))}`;
			return { pointer, code: "required", message: `This ${noun} is required.` };
		}
		// A parameter is always a text, and several of one name are a list.
		if (place === "querystring" && keyword === "type")
			return { pointer: instancePath, code: "type", message: "Send it once." };
		const code = keyword.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
		return { pointer: instancePath, code, message: explainViolation(keyword, params) };
	});
	const unknown = errors.some(({ code }) => code === "unknown_field");
	return new LoginError(unknown ? "unknown_field" : "validation_failed", { errors: errors.slice(0, 10) });
}

/** A member name in a JSON pointer (RFC 6901); cut, because it came from outside. */
function escapePointer(name: string): string {
	return name.slice(0, 64).replaceAll("~", "~0").replaceAll("/", "~1");
}
