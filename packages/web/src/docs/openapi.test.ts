import assert from "node:assert/strict";
import { test } from "node:test";
import { type OpenApi, operationsOf } from "./openapi.ts";

const document: OpenApi = {
	info: { version: "1.0.0" },
	paths: {
		"/api/auth/login": {
			post: {
				summary: "Log in",
				parameters: [{ name: "csrf", in: "header", required: true, schema: { type: "string" } }],
				requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/Login" } } } },
				responses: {
					200: {
						description: "Logged in",
						content: {
							"application/json": { schema: { properties: { id: { type: "string", format: "uuid" } } } },
						},
					},
					401: { $ref: "#/components/responses/Problem" },
				},
			},
		},
	},
	components: {
		schemas: {
			Login: {
				required: ["username"],
				properties: {
					username: { type: "string", description: "The login name." },
					session: { type: "boolean" },
				},
			},
		},
		responses: { Problem: { description: "invalid_credentials" } },
	},
};

test("an operation is shown with its body, header and answers, references followed", () => {
	const [login] = operationsOf(document);
	assert.equal(login?.method, "POST");
	assert.deepEqual(login?.parameters[0], {
		name: "csrf",
		type: "string (header)",
		required: true,
		description: "",
	});
	assert.deepEqual(login?.body, [
		{ name: "username", type: "string", required: true, description: "The login name." },
		{ name: "session", type: "boolean", required: false, description: "" },
	]);
	assert.equal(login?.answers[0]?.members[0]?.type, "string, uuid");
	assert.equal(login?.answers[1]?.description, "invalid_credentials");
});
