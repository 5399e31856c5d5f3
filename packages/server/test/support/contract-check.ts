import assert from "node:assert/strict";
import Schema from "typebox/schema";
import {
	type Answer as AnswerObject,
	type Content,
	type Contract,
	follow,
	type Header,
} from "../../../../scripts/check/contract/document.ts";
import type { Answer } from "./visitor.ts";

export interface ContractCheck {
	/**
	 * Fails if the answer is anything but what the document says of the route: status, code, media type, members,
	 * headers. The route as in the document: "POST /api/auth/login".
	 */
	assertAsDescribed(route: string, answer: Answer): void;
	/** Every operation, as it is called above. */
	routes: string[];
	/** Operations of which no success was held against the document yet. */
	untried(): string[];
}

/** Says something about one answer; all other headers are alike everywhere. */
const tellingHeaders = ["set-cookie", "clear-site-data", "www-authenticate", "retry-after", "accept"];

export function createContractCheck(contract: Contract): ContractCheck {
	const routes = Object.entries(contract.paths).flatMap(([path, item]) =>
		Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
	);
	const untried = new Set(routes);
	const components = closed(contract.components);
	/** Each takes all components along, and compiling them longer than the request. */
	const compiled = new Map<object, ReturnType<typeof Schema.Compile>>();
	function ofBody(schema: object) {
		const known = compiled.get(schema) ?? Schema.Compile({ ...closed(schema), components });
		compiled.set(schema, known);
		return known;
	}

	function assertBody(where: string, content: Content, { text, body, headers }: Answer): void {
		const type = headers.get("content-type")?.split(";")[0] ?? "none";
		const schema = content[type]?.schema;
		assert.ok(schema !== undefined, `${where}: media type ${type} is not described`);
		const [fits, errors] = ofBody(schema).Errors(body ?? text);
		assert.ok(fits, `${where}: ${JSON.stringify(errors)} in ${text}`);
	}

	function assertHeaders(where: string, described: AnswerObject["headers"] = {}, { headers }: Answer): void {
		for (const [name, reference] of Object.entries(described)) {
			const { required, schema = {} } = follow<Header>(contract, reference);
			const value = headers.get(name);
			if (value === null) {
				assert.ok(!required, `${where}: header ${name} is missing`);
				continue;
			}
			const read = schema.type === "integer" ? Number(value) : value;
			assert.ok(Schema.Compile(schema).Check(read), `${where}: header ${name} is ${value}`);
		}
		const told = new Set(Object.keys(described).map((name) => name.toLowerCase()));
		for (const name of tellingHeaders)
			assert.ok(!headers.has(name) || told.has(name), `${where}: header ${name} is not described`);
	}

	return {
		routes,
		untried: () => [...untried],
		assertAsDescribed(route, answer) {
			const [method = "", path = ""] = route.split(" ");
			const responses = contract.paths[path]?.[method.toLowerCase()]?.responses ?? {};
			const where = `${route} ${answer.status} ${answer.text}`;
			const response = responses[answer.status];
			assert.ok(response !== undefined, `${where}: this status is not described`);
			const { content, headers } = follow<AnswerObject>(contract, response);
			if (content === undefined) assert.equal(answer.text, "", where);
			else assertBody(where, content, answer);
			assertHeaders(where, headers, answer);
			if (answer.status < 400) untried.delete(route);
		},
	};
}

/** The document leaves answers open for what may come; an answer of today has nothing of which it does not tell. */
function closed<T>(schema: T): T {
	if (Array.isArray(schema)) return schema.map(closed) as T;
	if (typeof schema !== "object" || schema === null) return schema;
	const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
	const isClosed = inner.type === "object" && "properties" in inner && !("additionalProperties" in inner);
	return { ...inner, ...(isClosed ? { additionalProperties: false } : {}) } as T;
}
