import { buildOperation } from "./build-operation.ts";
import { createErrorResponses } from "./error-responses.ts";
import type { Operation } from "./operation.ts";
import { createSchemaPrinter } from "./print-schema.ts";
import { problemSchema } from "./problem-schema.ts";
import { responseHeaders } from "./response-headers.ts";

/** The version of the contract: responses only gain members; a change that removes or narrows something is a new major version. */
const CONTRACT_VERSION = "1.0.0";

interface RegisteredRoute {
	method: string | string[];
	url: string;
	schema?: unknown;
}

interface Deployment {
	baseUrl: string;
	/** Path prefix of the base URL, such as "/analytics"; "" if none. */
	basePath: string;
	/** Of the session cookie, which depends on the base URL. */
	cookieName: string;
	/** What operations are listed under. */
	tags: ReadonlyArray<{ name: string; description: string }>;
}

/** All routes of the contract; those without a schema are pages and files. OpenAPI 3.1. */
export function buildOpenapiDocument(
	routes: RegisteredRoute[],
	{ baseUrl, basePath, cookieName, tags }: Deployment,
): object {
	const paths: Record<string, Record<string, object>> = {};
	const printer = createSchemaPrinter();
	printer.print(problemSchema, "response");
	const errorResponses = createErrorResponses();
	for (const route of routes) {
		const schema = route.schema as Operation | undefined;
		if (schema?.access === undefined || route.method === "HEAD") continue;
		const address = route.url.slice(basePath.length).replace(/:(\w+)/g, "{$1}");
		paths[address] ??= {};
		for (const method of [route.method].flat())
			paths[address][method.toLowerCase()] = buildOperation(method, schema, printer, errorResponses);
	}
	return {
		openapi: "3.1.1",
		info: {
			title: "Sallyport",
			version: CONTRACT_VERSION,
			summary: "Log in with a username and a password; get a JWT or a cookie session.",
			description: [
				"Answers only gain members and requests only gain optional ones; read what you know and ignore the rest.",
				"Every refusal is a problem document (RFC 9457): decide by `code`, and take a code that you do not know by its status.",
				"An unsafe call with a cookie needs the header `csrf`; a call with `Authorization: Bearer` needs none.",
			].join(" "),
			license: { name: "Apache-2.0", identifier: "Apache-2.0" },
		},
		servers: [{ url: baseUrl }],
		tags,
		paths,
		components: {
			schemas: printer.schemas,
			responses: errorResponses.responses,
			headers: responseHeaders,
			examples: errorResponses.examples,
			securitySchemes: securitySchemes(cookieName),
		},
	};
}

function securitySchemes(cookieName: string): object {
	return {
		bearer: {
			type: "http",
			scheme: "bearer",
			bearerFormat: "JWT",
			description: "The token of a login in token mode. If it is sent, the cookie is ignored.",
		},
		cookie: {
			type: "apiKey",
			in: "cookie",
			name: cookieName,
			description:
				"Set by a login in session mode. Its name is `__Host-Http-sallyport-sid` on https and `sallyport-sid` on plain http; a path prefix adds a short suffix.",
		},
		csrf: {
			type: "apiKey",
			in: "header",
			name: "csrf",
			description: "The value of the very session whose cookie is sent.",
		},
	};
}
