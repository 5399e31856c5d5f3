import buildAjv from "@fastify/ajv-compiler";
import buildStringify from "@fastify/fast-json-stringify-compiler";
import type { FastifyServerOptions } from "fastify";

type Factories = NonNullable<NonNullable<FastifyServerOptions["schemaController"]>["compilersFactory"]>;
type Validate = ((value: unknown) => boolean) & { errors?: unknown };
type Serialize = (value: unknown) => string;
/** As both libraries have it; their types cannot be called. */
type Factory<Compiled> = (
	externalSchemas: unknown,
	options: unknown,
) => (route: { schema: unknown }) => Compiled;

const validators = buildAjv() as unknown as Factory<Validate>;
const serializers = buildStringify() as unknown as Factory<Serialize>;

const lazyValidators: Factory<Validate> = (externalSchemas, options) => {
	const compile = validators(externalSchemas, options);
	return (route) => {
		let compiled: Validate | undefined;
		const validate: Validate = (value) => {
			compiled ??= compile(route);
			const isValid = compiled(value);
			validate.errors = compiled.errors;
			return isValid;
		};
		return validate;
	};
};

/** By schema: that of a problem document, for one, is of all routes and many of their status codes. */
const knownSerializers = new Map<string, Serialize>();

const lazySerializers: Factory<Serialize> = (externalSchemas, options) => {
	const compile = serializers(externalSchemas, options);
	return (route) => {
		let compiled: Serialize | undefined;
		return (value) => {
			if (compiled === undefined) {
				const schema = JSON.stringify(route.schema);
				compiled = knownSerializers.get(schema) ?? compile(route);
				knownSerializers.set(schema, compiled);
			}
			return compiled(value);
		};
	};
};

/**
 * Fastify's own compilers, but each schema is compiled for the first request that needs it. Most of them are for operations that a
 * deployment rarely sees; compiling all of them took 40 ms of the start and 12 MB.
 */
export const lazySchemas = {
	buildValidator: lazyValidators,
	buildSerializer: lazySerializers,
} as unknown as Factories;
