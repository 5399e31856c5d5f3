import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { errorCodes } from "../../packages/server/src/platform/errors.ts";
import { clientTypes } from "./client-types.ts";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const printed = read("packages/client/src/contract.generated.ts");

test("the types of the client are those of the printed contract", () => {
	assert.equal(clientTypes(JSON.parse(read("docs/openapi.json"))), printed, "run npm run generate");
});

test("every error code is a member of the client's union", () => {
	const union = /export type ErrorCode =([^;]+);/.exec(printed)?.[1] ?? "";
	assert.deepEqual([...union.matchAll(/"(\w+)"/g)].map(([, code]) => code).sort(), [...errorCodes].sort());
});

test("every shape that JSON Schema can describe here becomes a type", () => {
	const text = { type: "string" };
	const properties = {
		text: { ...text, description: "Ends with */ or not." },
		choice: { enum: ["a", 1, null] },
		fixed: { const: false },
		maybe: { type: ["string", "null"] },
		list: { type: "array", items: { type: "object", required: ["one"], properties: { one: text } } },
		map: { type: "object" },
		texts: { type: "object", additionalProperties: text },
		open: { type: "object", additionalProperties: true, properties: { one: text } },
		either: { anyOf: [{ $ref: "#/components/schemas/Other" }, { type: "integer" }] },
		anything: {},
	};
	const answer = { type: "object", required: ["text"], properties };
	const operation = (schema: object) => ({
		summary: "Ask",
		responses: { 200: { content: { "application/json": { schema } } } },
	});
	const types = clientTypes({
		paths: {
			"/api/auth/ask": { get: operation({ $ref: "#/components/schemas/Answer" }) },
			"/api/auth/tell": {
				post: {
					summary: "Tell",
					requestBody: { content: { "application/json": { schema: { type: "string" } } } },
					responses: { 204: {} },
				},
			},
			"/api/admin/things/{id}": {
				get: {
					...operation({ $ref: "#/components/schemas/Answer" }),
					parameters: [
						{ name: "id", in: "path", schema: text },
						{ name: "sort", in: "query", description: "Which first.", schema: { enum: ["old", "new"] } },
					],
				},
			},
			"/api/admin/things/{id}/end": { post: { summary: "End", responses: { 204: {} } } },
			"/api/auth/things/{id}/end": { post: { summary: "End", responses: { 204: {} } } },
			"/api/auth/check": { get: { summary: "For gateways", responses: { 204: {} } } },
			"/healthz": { get: operation({ $ref: "#/components/schemas/Unused" }) },
		},
		components: {
			schemas: {
				Answer: answer,
				Other: { type: "object", properties: {} },
				Unused: { type: "object", properties: {} },
				Problem: { type: "object", properties: { code: { enum: ["x", "y"] } } },
			},
		},
	});
	for (const line of [
		"/** Ends with * / or not. */",
		"text: string;",
		'choice?: "a" | 1 | null;',
		"fixed?: false;",
		"maybe?: string | null;",
		"one: string;",
		"}>;",
		"map?: Record<string, unknown>;",
		"texts?: Record<string, string>;",
		"	[name: string]: unknown;",
		"either?: Other | number;",
		"anything?: unknown;",
		'"GET /api/auth/ask": { body: undefined; answer: Answer };',
		'"POST /api/auth/tell": { body: string; answer: undefined };',
		'"POST /api/auth/things/{id}/end": { body: undefined; answer: undefined };',
		'"GET /things/{id}": { body: undefined; answer: Answer; query: {',
		'	sort?: "old" | "new";',
		'"POST /things/{id}/end": { body: undefined; answer: undefined };',
	])
		assert.ok(types.includes(`\t${line}\n`), `${line}\n\nis not in\n\n${types}`);
	assert.match(types, /export type ErrorCode =\n\t\| "x"\n\t\| "y";/);
	assert.doesNotMatch(types, /Unused|healthz|check/);
});
