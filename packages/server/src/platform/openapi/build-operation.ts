import { type ErrorCode, errorCodes } from "../errors.ts";
import type { ErrorResponses } from "./error-responses.ts";
import type { JsonSchema, Operation } from "./operation.ts";
import type { SchemaPrinter } from "./print-schema.ts";
import { referToHeaders } from "./response-headers.ts";

/** Refers to shared schemas and error responses, and adds them where they are missing. */
export function buildOperation(
	method: string,
	schema: Operation,
	printer: SchemaPrinter,
	errorResponses: ErrorResponses,
): object {
	const { operationId, summary, tags, access, body } = schema;
	const description = [schema.description, takes(schema.administers)].filter(Boolean).join(" ");
	const parameters = [
		...(access === "csrf" ? [csrfHeader] : []),
		...parametersIn("path", schema.params, printer),
		...parametersIn("query", schema.querystring, printer),
		...(schema.requestHeaders ?? []).map((name) => requestHeaders[name]),
	];
	return {
		operationId,
		summary,
		...(description === "" ? {} : { description }),
		tags,
		security: security(access, method),
		...(parameters.length > 0 ? { parameters } : {}),
		...(body === undefined ? {} : { requestBody: requestBody(printer.print(body, "request")) }),
		responses: {
			...successes(schema, printer),
			...errorResponses.of(codesOf(method, schema), schema.responseHeaders),
		},
	};
}

const requestHeaders = {
	"Accept-Language": {
		name: "Accept-Language",
		in: "header",
		required: false,
		description:
			"The languages of the reader, as browsers send them: texts for people come in the first one that there is, `en` or `de`. English without it.",
		schema: { type: "string" },
		example: "de",
	},
	"If-Match": {
		name: "If-Match",
		in: "header",
		required: false,
		description: "The ETag that the user must still have; else 412. Without it, or with `*`, any.",
		schema: { type: "string", maxLength: 64 },
		example: '"v4"',
	},
	"Idempotency-Key": {
		name: "Idempotency-Key",
		in: "header",
		required: false,
		description: "Sent again with the same one within a day, the request makes nothing new.",
		schema: { type: "string", minLength: 1, maxLength: 255 },
		example: "hire-4711",
	},
	"Last-Event-ID": {
		name: "Last-Event-ID",
		in: "header",
		required: false,
		description:
			"The `id` of the last message that was read, as EventSource sends it when it connects again.",
		schema: { type: "string", maxLength: 64 },
		example: "1769850900000.0f9d3b52-1c7e-4d0a-9a53-6b1f0c2e8d47",
	},
};

function takes(administers: Operation["administers"]): string | undefined {
	if (administers === undefined) return undefined;
	const { scope, fresh } = administers;
	const person = fresh ? "An admin by cookie who has authenticated recently" : "An admin by cookie";
	return scope === null ? `${person}; no access key.` : `${person}, or an access key with \`${scope}\`.`;
}

const csrfHeader = {
	name: "csrf",
	in: "header",
	required: true,
	description:
		"From the source of a page of a logged-in user: then it works without any cookie. Or from GET /api/auth/csrf, together with the cookie that comes with it.",
	schema: { type: "string", minLength: 1, maxLength: 512 },
	example: "c1.3q2-7wEj.pGk0VbXo5bG9hZGVk",
};

function parametersIn(
	place: "path" | "query",
	given: JsonSchema | undefined,
	printer: SchemaPrinter,
): object[] {
	return Object.entries(given?.properties ?? {}).map(([name, { description, ...schema }]) => ({
		name,
		in: place,
		required: place === "path",
		description,
		schema: printer.print(schema, "request"),
	}));
}

/** Alternatives; each needs all of its members. */
function security(access: Operation["access"], method: string): object[] {
	if (access === "public" || access === "csrf") return [];
	const byCookie = method === "GET" ? { cookie: [] } : { cookie: [], csrf: [] };
	if (access === "cookie-session") return [byCookie];
	const alternatives = [{ bearer: [] }, byCookie];
	if (access === "administration") return alternatives;
	return access === "optional-session" ? [...alternatives, {}] : alternatives;
}

function requestBody(schema: JsonSchema): object {
	return { required: true, content: { "application/json": { schema } } };
}

function successes(
	{ response, responseHeaders = [], mediaTypes }: Operation,
	printer: SchemaPrinter,
): object {
	return Object.fromEntries(
		Object.entries(response).map(([status, schema]) => [
			status,
			{
				description: describe(schema),
				headers: referToHeaders(responseHeaders),
				...(schema.type === "null"
					? {}
					: { content: contentOf(mediaTypes ?? [mediaType(schema)], printer.print(schema, "response")) }),
			},
		]),
	);
}

const contentOf = (mediaTypes: readonly string[], schema: JsonSchema) =>
	Object.fromEntries(mediaTypes.map((each) => [each, { schema }]));

function mediaType({ contentMediaType }: JsonSchema): string {
	return typeof contentMediaType === "string" ? contentMediaType : "application/json";
}

function describe({ description, anyOf, title }: JsonSchema): string {
	if (description !== undefined) return description;
	return anyOf === undefined ? (title ?? "Done.") : anyOf.map(describe).join(" Or: ");
}

/** Possible for any request to any address. */
const anywhere: ErrorCode[] = [
	"bad_request",
	"not_acceptable",
	"request_timeout",
	"uri_too_long",
	"expectation_failed",
	"headers_too_large",
	"internal_error",
	"store_unavailable",
];
/** A body is read first, even where none is expected. */
const unsafe: ErrorCode[] = ["malformed_json", "duplicate_key", "body_too_large", "unsupported_media_type"];
const withMembers: ErrorCode[] = ["validation_failed", "unknown_field"];
/** The token of a cookie session changes nothing, and no token what takes the cookie. */
const ofToken: ErrorCode[] = ["forbidden"];
const ofOrigin: ErrorCode[] = ["origin_forbidden"];
const ofCsrf: ErrorCode[] = ["csrf_missing", "csrf_invalid", ...ofOrigin];
const ofSession: ErrorCode[] = ["unauthenticated", "invalid_token", "session_expired", "session_ended"];

/**
 * Reads take both factors of an admin who has two, and changes a recent authentication. Each refuses what it does not declare.
 */
const ofAdministration: ErrorCode[] = [
	"unknown_field",
	"forbidden",
	"insufficient_scope",
	"origin_forbidden",
	"not_found",
	"reauthentication_required",
];

/** Every error code of an operation, in the order of errors.ts. */
function codesOf(
	method: string,
	{ access, administers, errors = [], params, body, querystring }: Operation,
): ErrorCode[] {
	const changes = method !== "GET";
	const byCookie = access === "cookie-session";
	const codes = new Set<ErrorCode>([
		...errors,
		...anywhere,
		...(changes ? unsafe : []),
		...(changes && access !== "public" ? ofCsrf : []),
		...((changes && access.endsWith("session")) || byCookie ? ofToken : []),
		...(byCookie ? ofOrigin : []),
		...(access === "session" || access === "administration" || byCookie ? ofSession : []),
		...(administers === undefined ? [] : ofAdministration),
		// NUL in an address.
		...(administers === undefined || params === undefined ? [] : withMembers),
		...(body === undefined && querystring === undefined ? [] : withMembers),
	]);
	return errorCodes.filter((code) => codes.has(code));
}
