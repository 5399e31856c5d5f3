import type { FastifySchemaCompiler, FastifyTypeProvider } from "fastify";
import type { Static, TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { type FieldError, LoginError } from "../errors.ts";

/** Lets handlers see the types of their schemas. */
export interface SchemaTypes extends FastifyTypeProvider {
	validator: this["schema"] extends TSchema ? Static<this["schema"]> : unknown;
	serializer: this["schema"] extends TSchema ? Static<this["schema"]> : unknown;
}

/** Checks without coercing anything (ASVS 2.2.2): a number is never taken for a string, "true" never for true. */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema }) => {
	const validator = Compile(schema);
	return (value: unknown) =>
		validator.Check(value) ? { value } : { error: refusal(validator.Errors(value)) };
};

interface Violation {
	keyword: string;
	instancePath: string;
	params: object;
	message: string;
}

function refusal(violations: Violation[]): LoginError {
	const errors: FieldError[] = [];
	let unknown = false;
	for (const { keyword, instancePath, params, message } of violations) {
		if (keyword === "boolean") continue;
		if (keyword === "additionalProperties" && "additionalProperties" in params) {
			unknown = true;
			for (const name of params.additionalProperties as string[]) {
				errors.push({
					pointer: `${instancePath}/${escapePointer(name)}`,
					code: "unknown_field",
					message: "There is no such member.",
				});
			}
		} else if (keyword === "required" && "requiredProperties" in params) {
			for (const name of params.requiredProperties as string[]) {
				errors.push({
					pointer: `${instancePath}/${escapePointer(name)}`,
					code: "required",
					message: "This member is required.",
				});
			}
		} else {
			errors.push({
				pointer: instancePath,
				code: keyword.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
				message: `It ${message}.`,
			});
		}
	}
	return new LoginError(unknown ? "unknown_field" : "validation_failed", { errors: errors.slice(0, 10) });
}

/** A member name inside a pointer (RFC 6901); cut, because the name came from outside. */
function escapePointer(name: string): string {
	return name.slice(0, 64).replaceAll("~", "~0").replaceAll("/", "~1");
}
