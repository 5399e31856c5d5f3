import type { Answer, Contract, Operation, Schema } from "./document.ts";

/** A small contract with one of everything that clients depend on. A fresh one at each call. */
export const contract = (): Contract => ({
	info: { version: "1.4.0" },
	paths: {
		"/login": {
			post: {
				operationId: "logIn",
				security: [],
				parameters: [
					{ name: "csrf", in: "header", required: true, schema: { type: "string", maxLength: 512 } },
					{ name: "lang", in: "query", schema: { type: "string" } },
				],
				requestBody: {
					required: true,
					content: { "application/json": { schema: { $ref: "#/components/schemas/Request" } } },
				},
				responses: {
					200: {
						headers: { "X-Request-Id": { $ref: "#/components/headers/X-Request-Id" } },
						content: { "application/json": { schema: { $ref: "#/components/schemas/Answer" } } },
					},
					400: { $ref: "#/components/responses/bad" },
				},
			},
		},
		"/sessions": {
			get: {
				operationId: "listSessions",
				security: [{ bearer: [] }, { cookie: [], csrf: [] }],
				responses: {
					200: {
						content: {
							"application/json": {
								schema: {
									anyOf: [
										{ $ref: "#/components/schemas/Page" },
										{ type: "array", items: { type: "string" } },
									],
								},
							},
						},
					},
				},
			},
			delete: { operationId: "endSessions", responses: { 204: {} } },
		},
		"/health": { get: { operationId: "getHealth", responses: { 204: {} } } },
	},
	components: {
		schemas: {
			Request: {
				title: "Request",
				type: "object",
				required: ["username"],
				properties: {
					username: { type: "string", minLength: 1, maxLength: 254 },
					mode: { type: "string", enum: ["token", "cookie"] },
					count: { type: "integer", minimum: 0, maximum: 10 },
					tags: { type: "array", items: { type: "string" }, maxItems: 5 },
				},
			},
			Answer: {
				title: "Answer",
				type: "object",
				required: ["id", "kind"],
				properties: {
					id: { type: "string", format: "uuid" },
					kind: { type: "string", enum: ["token", "cookie"] },
					csrf: { type: "string", maxLength: 512, pattern: "^[a-z]+$" },
					keys: { type: "object", additionalProperties: { type: "string" } },
				},
			},
			Page: { title: "Page", type: "object", required: ["next"], properties: { next: { type: "string" } } },
			Problem: {
				title: "Problem",
				type: "object",
				required: ["code"],
				properties: { code: { type: "string" } },
			},
		},
		headers: { "X-Request-Id": { required: true, schema: { type: "string" } } },
		responses: {
			bad: {
				content: {
					"application/problem+json": {
						schema: {
							$ref: "#/components/schemas/Problem",
							properties: { code: { enum: ["malformed_json", "unknown_field"] } },
						},
					},
				},
			},
		},
		securitySchemes: { bearer: { type: "http", scheme: "bearer" }, cookie: { type: "apiKey", name: "sid" } },
	},
});

/** A schema of the example, to change it. */
export function schemaOf(
	of: Contract,
	name: "Request" | "Answer" | "Page",
): Schema & { properties: Record<string, Schema>; required: string[] } {
	return of.components?.schemas?.[name] as ReturnType<typeof schemaOf>;
}

export interface ContractChange {
	name: string;
	change(contract: Contract): void;
	/** What is found; null: harmless. */
	narrows: string | null;
	/** What is found when the change is taken back. */
	back: string | null;
}

export const login = (of: Contract) => of.paths["/login"]?.post as Operation;
export const sessions = (of: Contract) => of.paths["/sessions"]?.get as Operation;
export const success = (operation: Operation) => operation.responses[200] as Answer;
