import type { ReservedScope } from "../config/scopes.ts";
import type { ErrorCode } from "../errors.ts";
import type { ResponseHeader } from "./response-headers.ts";

/** Only the keywords that are read here are declared. */
export interface JsonSchema {
	title?: string;
	type?: string | readonly string[];
	const?: unknown;
	enum?: readonly unknown[];
	anyOf?: readonly JsonSchema[];
	items?: JsonSchema;
	properties?: Readonly<Record<string, JsonSchema>>;
	additionalProperties?: boolean | JsonSchema;
	description?: string;
	[keyword: string]: unknown;
}

/** An operation of the contract: Fastify validates by it, and the OpenAPI document is printed from it. */
export interface Operation {
	operationId: string;
	summary: string;
	description?: string;
	tags: readonly string[];
	body?: JsonSchema;
	params?: JsonSchema;
	/** Optional parameters. Gateways pass on queries of their clients: others are ignored. */
	querystring?: JsonSchema;
	/** Headers of the request that it honours. */
	requestHeaders?: ReadonlyArray<"Accept-Language" | "If-Match" | "Idempotency-Key" | "Last-Event-ID">;
	/** By status. */
	response: Record<number, JsonSchema>;
	/** Media types of its success, where it is no JSON. */
	mediaTypes?: readonly string[];
	/** Who may call: anyone, anyone with a CSRF token, a session of either kind, only its cookie, optionally a session, or an admin. */
	access: "public" | "csrf" | "session" | "cookie-session" | "optional-session" | "administration";
	/** Of access "administration": what it takes. */
	administers?: Administers;
	/** Error codes, beyond those that every such route has. */
	errors?: readonly ErrorCode[];
	/** Headers of its success, beyond those of every response. (`headers` is Fastify's word for those of a request.) */
	responseHeaders?: readonly ResponseHeader[];
}

/** What a call of the administration takes. */
export interface Administers {
	/** What lets an access key do it; null: people only. */
	scope: ReservedScope | null;
	/** The authentication of a person must be recent, with both factors where there are two. A key has its scope instead. */
	fresh: boolean;
}

/** Checks a declaration and keeps its exact type, from which handlers get theirs. */
export function operation<const Declared extends Operation>(declared: Declared): Declared {
	return declared;
}

/** The schema of an object with exactly these members. One without a title is printed where it is used. */
export function closedObject<const Properties extends Record<string, JsonSchema>>(
	title: string | null,
	description: string | null,
	properties: Properties,
) {
	return {
		type: "object",
		required: Object.keys(properties) as Array<keyof Properties & string>,
		properties,
		...(title === null ? {} : { title }),
		additionalProperties: false,
		...(description === null ? {} : { description }),
	} as const;
}

/** Parameters of a path. */
export const inPath = <const Properties extends Record<string, JsonSchema>>(properties: Properties) =>
	({
		type: "object",
		required: Object.keys(properties) as Array<keyof Properties & string>,
		properties,
	}) as const;
/** Parameters of a query, each of which may be left out; others are refused. */
export const inQuery = <const Properties extends Record<string, JsonSchema>>(properties: Properties) =>
	({ type: "object", additionalProperties: false, properties }) as const;

/** The schema of an array. */
export const list = <const Items extends JsonSchema>(description: string, items: Items) =>
	({ type: "array", description, items }) as const;
/** That of an array of objects with exactly these members. */
export const objects = <const Properties extends Record<string, JsonSchema>>(
	description: string,
	properties: Properties,
) => list(description, closedObject(null, null, properties));

/** Makes schemas of values, with rules and examples. `NoInfer` keeps their exact types where any schema would do. */
const schemaOf =
	<const Type extends object>(type: Type) =>
	<const More extends object = Record<never, never>>(description: string, more = {} as More) =>
		({ ...type, description, ...(more as NoInfer<More>) }) as const;

export const text = schemaOf({ type: "string" });
export const integer = schemaOf({ type: "integer" });
export const flag = schemaOf({ type: "boolean" });
export const texts = schemaOf({ type: "array", items: { type: "string" } });
/** RFC 3339, in UTC. */
export const time = (description: string) =>
	text(description, { format: "date-time", examples: ["2026-01-31T09:15:00.000Z"] });
export const uuid = (description: string) =>
	text(description, { format: "uuid", examples: ["0f9d3b52-1c7e-4d0a-9a53-6b1f0c2e8d47"] });

/** Makes a schema that also allows null. */
export function orNull<const Schema extends JsonSchema & { readonly type: string }>(schema: Schema) {
	type Type = readonly [Schema["type"], "null"];
	return { ...schema, type: [schema.type, "null"] } as Omit<Schema, "type"> & { readonly type: Type };
}
