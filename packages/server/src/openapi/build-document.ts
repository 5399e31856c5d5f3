import type { TSchema } from "typebox";
import { type ErrorCode, errorCodes, errorKind } from "../errors.ts";
import type { RouteFacts } from "../http/route.ts";

/** The version of the contract: answers only gain members; what removes or narrows something raises the first number. */
export const CONTRACT_VERSION = "1.0.0";

/** What every address may answer, whatever the request. */
const anywhere: ErrorCode[] = [
	"bad_request",
	"uri_too_long",
	"headers_too_large",
	"request_timeout",
	"internal_error",
	"store_unavailable",
];
const withBody: ErrorCode[] = [
	"malformed_json",
	"validation_failed",
	"unknown_field",
	"duplicate_key",
	"body_too_large",
	"unsupported_media_type",
];
const byAccess: Record<RouteFacts["access"], ErrorCode[]> = {
	public: [],
	csrf: ["csrf_missing", "csrf_invalid", "origin_forbidden"],
	session: ["unauthenticated", "invalid_token", "session_expired", "session_ended"],
};
const unsafeWithCookie: ErrorCode[] = ["csrf_missing", "csrf_invalid", "origin_forbidden"];

/** All routes of the contract; those without a schema are pages and files. */
export function buildOpenapiDocument(routes: RegisteredRoute[], serverUrl: string, basePath: string): object {
	const paths: Record<string, Record<string, object>> = {};
	const schemas: Schemas = { Problem: problemSchema };
	for (const route of routes) {
		const schema = route.schema as RouteSchema | undefined;
		if (schema?.access === undefined || route.method === "HEAD") continue;
		const address = route.url.slice(basePath.length).replace(/:(\w+)/g, "{$1}");
		paths[address] ??= {};
		for (const method of [route.method].flat())
			paths[address][method.toLowerCase()] = operation(method, schema, schemas);
	}
	return {
		openapi: "3.1.1",
		info: {
			title: "Sallyport",
			version: CONTRACT_VERSION,
			summary: "Log in with a username and a password; get a JWT or a cookie session.",
			license: { name: "Apache-2.0", identifier: "Apache-2.0" },
		},
		servers: [{ url: serverUrl }],
		tags: [
			{ name: "Login" },
			{ name: "Sessions" },
			{ name: "Password" },
			{ name: "Verification" },
			{ name: "Health" },
		],
		paths,
		components: {
			schemas,
			securitySchemes: {
				bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
				cookie: { type: "apiKey", in: "cookie", name: "__Host-Http-sallyport-sid" },
				csrf: { type: "apiKey", in: "header", name: "csrf" },
			},
		},
	};
}

/** What the router tells of a route. */
interface RegisteredRoute {
	method: string | string[];
	url: string;
	schema?: unknown;
}

type Schema = TSchema & { type?: string; title?: string; anyOf?: Schema[] };
type Schemas = Record<string, Schema>;

interface RouteSchema extends RouteFacts {
	operationId: string;
	summary: string;
	description?: string;
	tags: string[];
	body?: Schema;
	params?: TSchema & { properties: Record<string, TSchema & { description?: string }> };
	response: Record<string, Schema>;
}

function operation(method: string, schema: RouteSchema, schemas: Schemas): object {
	const { operationId, summary, description, tags } = schema;
	const unsafe = method !== "GET";
	const csrfHeader = {
		name: "csrf",
		in: "header",
		required: true,
		schema: { type: "string", maxLength: 512 },
		description: "From the source of a logged-in page, or GET /api/auth/csrf.",
	};
	const parameters = [
		...(schema.access === "csrf" ? [csrfHeader] : []),
		...Object.entries(schema.params?.properties ?? {}).map(([name, each]) => ({
			name,
			in: "path",
			required: true,
			description: each.description,
			schema: { type: "string" },
		})),
	];
	return {
		operationId,
		summary,
		...(description === undefined ? {} : { description }),
		tags,
		security:
			schema.access === "session" ? [{ bearer: [] }, unsafe ? { cookie: [], csrf: [] } : { cookie: [] }] : [],
		...(parameters.length > 0 ? { parameters } : {}),
		...(schema.body === undefined
			? {}
			: {
					requestBody: {
						required: true,
						content: { "application/json": { schema: named(schema.body, schemas) } },
					},
				}),
		responses: { ...successes(schema.response, schemas), ...refusals(codesOf(method, schema)) },
	};
}

/** Every code that the operation can answer with. */
export function codesOf(method: string, schema: RouteFacts & { body?: unknown }): ErrorCode[] {
	const codes = new Set<ErrorCode>([
		...schema.errors,
		...byAccess[schema.access],
		...(schema.access === "session" && method !== "GET" ? unsafeWithCookie : []),
		...(schema.body === undefined ? [] : withBody),
		"not_acceptable",
		...anywhere,
	]);
	return errorCodes.filter((code) => codes.has(code));
}

function successes(response: Record<string, Schema>, schemas: Schemas): object {
	return Object.fromEntries(
		Object.entries(response).map(([status, schema]) => [
			status,
			schema.type === "null"
				? { description: "Done." }
				: { description: "Done.", content: { "application/json": { schema: named(schema, schemas) } } },
		]),
	);
}

function refusals(codes: ErrorCode[]): object {
	const byStatus = Map.groupBy(codes, (code) => errorKind(code).status);
	return Object.fromEntries(
		[...byStatus].map(([status, group]) => [
			status,
			{
				description: group.map((code) => `\`${code}\``).join(", "),
				content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
			},
		]),
	);
}

/** Titled schemas stand once, under components. */
function named(schema: Schema, schemas: Schemas): object {
	if (schema.anyOf !== undefined) return { anyOf: schema.anyOf.map((each) => named(each, schemas)) };
	if (schema.title === undefined) return schema;
	schemas[schema.title] = schema;
	return { $ref: `#/components/schemas/${schema.title}` };
}

const text = { type: "string" };
const problemSchema = {
	title: "Problem",
	type: "object",
	description: "RFC 9457",
	required: ["type", "title", "status", "code", "message", "requestId"],
	properties: {
		type: { ...text, description: "urn:sallyport:error: and the code." },
		title: text,
		status: { type: "integer" },
		code: { type: "string", enum: errorCodes },
		message: { ...text, description: "What a person should do about it." },
		requestId: text,
		errors: {
			type: "array",
			items: {
				type: "object",
				required: ["pointer", "code", "message"],
				properties: { pointer: { ...text, description: "RFC 6901" }, code: text, message: text },
			},
		},
		csrf: { ...text, description: "A fresh csrf value: repeat the request with it." },
		retryAfter: { type: "integer", description: "Seconds." },
	},
} as unknown as Schema;
