import assert from "node:assert/strict";
import { it } from "node:test";
import Fastify from "fastify";
import type { LoginError } from "../errors.ts";
import { validation } from "./validate.ts";

it("the refusal of a wrong member says in a plain sentence what to send", async () => {
	const body = {
		type: "object",
		properties: {
			name: { type: "string", minLength: 1, maxLength: 4 },
			code: { type: "string", minLength: 6, pattern: "^[0-9]+$" },
			kind: { enum: ["token", "cookie"] },
			always: { const: true },
			age: { type: "integer", minimum: 0, maximum: 9 },
			ids: { type: "array", minItems: 1, maxItems: 2, uniqueItems: true },
			id: { type: "string", format: "uuid" },
		},
	};
	await using app = Fastify(validation);
	app.setErrorHandler((error: LoginError, _request, reply) => reply.send(error.details.errors));
	app.post("/", { schema: { body } }, async () => []);
	const messagesFor = async (payload: object) => {
		const errors = (await app.inject({ method: "POST", url: "/", payload })).json() as { message: string }[];
		return errors.map(({ message }) => message);
	};
	for (const [payload, ...messages] of [
		[
			{ name: ["ada"], age: "3", ids: "x" },
			"It must be a string.",
			"It must be an integer.",
			"It must be an array.",
		],
		[{ name: "", code: "x" }, "It must not be empty.", "It needs at least 6 characters."],
		[{ name: "Augusta" }, "It may have at most 4 characters."],
		[{ code: "onetwo" }, "It must match the pattern ^[0-9]+$."],
		[{ kind: "jwt" }, "It must be one of token, cookie."],
		[{ always: false }, "It must be true."],
		[{ age: -1 }, "It must be at least 0."],
		[{ age: 10 }, "It must be at most 9."],
		[{ ids: [] }, "It needs an element."],
		[{ ids: [1, 2, 3] }, "It may have at most 2 elements."],
		[{ ids: [1, 1] }, "It may have each element once."],
		[{ id: "1" }, "It must have the format uuid."],
	] as const) {
		const given = await messagesFor(payload);
		for (const message of messages)
			assert.ok(given.includes(message), `${JSON.stringify(payload)}: ${given.join(" ")}`);
	}
});
