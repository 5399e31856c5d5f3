/** The contract as printed, held against the router and against OpenAPI 3.1. */

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { Validator } from "@seriousme/openapi-schema-validator";
import Validate from "typebox/schema";
import { createApp } from "#app";
import type { Contract, Schema } from "../../../../scripts/check/contract/document.ts";
import type { Service } from "../../src/app.ts";
import { errorCodes } from "../../src/platform/errors.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { mayBeMissing } from "../support/may-be-missing.ts";
import { startTestService, type TestService } from "../support/service.ts";

/** Addresses that are for programs; the rest are pages and their files. */
/** The address for password managers leads to a page. */
const ofTheApi = /^\/(api|\.well-known(?!\/change-password$)|healthz)(\/|$)/;

describe("the contract as printed", () => {
	let service: TestService;
	let registered: Service;
	let contract: Contract;
	before(async () => {
		service = await startTestService({ settings: cheap });
		const { deployment, hasher } = service.running;
		registered = await createApp(deployment, { hasher }, { warn() {}, error() {} });
		contract = JSON.parse(JSON.stringify(registered.document())) as Contract;
	});
	after(async () => {
		await registered.app.close();
		await service.stop();
	});

	const operations = () => Object.values(contract.paths).flatMap((item) => Object.values(item));

	it("is what the service serves", async () => {
		const served = (await service.visitor().get("/openapi.json")).body;
		assert.deepEqual(served, contract);
	});

	it("is OpenAPI 3.1, without a reference that names nothing", async () => {
		const validator = new Validator();
		const { valid, errors } = await validator.validate(structuredClone({ ...contract }));
		assert.ok(valid, JSON.stringify(errors));
		assert.doesNotThrow(() => validator.resolveRefs());
		const written = JSON.stringify(contract);
		for (const [, kind = "", name = ""] of written.matchAll(/"#\/components\/(\w+)\/([^"]+)"/g))
			assert.ok(contract.components?.[kind]?.[name] !== undefined, `${kind}/${name}`);
	});

	it("holds every route of the API, and each says what it is", () => {
		for (const { url, method, schema } of registered.routes) {
			if (!ofTheApi.test(url) || method === "HEAD") continue;
			const operation = contract.paths[url.replace(/:(\w+)/g, "{$1}")]?.[String(method).toLowerCase()];
			assert.ok(operation?.operationId, `${String(method)} ${url} has no operationId`);
			assert.ok(
				schema && "summary" in schema && "access" in schema,
				`${String(method)} ${url} says too little`,
			);
		}
		const ids = operations().map((each) => each.operationId);
		assert.equal(new Set(ids).size, ids.length);
	});

	it("names the cookie alone for what no token may do", () => {
		const byCookie = Object.entries(contract.paths).flatMap(([path, item]) =>
			Object.entries(item)
				.filter(([, { security = [] }]) => security.length > 0 && !security.some((each) => "bearer" in each))
				.map(([method, { security, responses }]) => {
					assert.deepEqual(security, [method === "get" ? { cookie: [] } : { cookie: [], csrf: [] }]);
					assert.match(JSON.stringify(responses[403]), /forbidden/);
					return `${method} ${path.replace("/api/auth/", "")}`;
				}),
		);
		assert.deepEqual(byCookie.sort(), [
			"delete access-keys/{id}",
			"delete factors/{id}",
			"get access-keys",
			"get applications",
			"get export",
			"get factors",
			"patch access-keys/{id}",
			"patch factors/{id}",
			"post access-keys",
			"post access-keys/{id}/rotate",
			"post applications/{id}/end",
			"post email",
			"post email/confirm",
			"post factors/passkey",
			"post factors/passkey/options",
			"post factors/totp",
			"post factors/totp/activate",
			"post recovery-codes",
			"put second-factor",
		]);
	});

	it("explains every member and every answer", () => {
		const unexplained: string[] = [];
		const explain = (where: string, { $ref, description, properties = {} }: Schema) => {
			// What is referred to explains itself.
			if (!description && $ref === undefined) unexplained.push(where);
			for (const [name, member] of Object.entries(properties)) explain(`${where}/${name}`, member);
		};
		for (const [name, schema] of Object.entries(contract.components?.schemas ?? {}))
			explain(name, { description: "a request needs none", ...(schema as Schema) });
		assert.deepEqual(unexplained, []);
		for (const { description } of Object.values(contract.components?.responses ?? {}) as Schema[])
			assert.match(String(description), /^`/);
	});

	it("needs every member of a body and of an answer, except those that may be missing", () => {
		const optional: string[] = [];
		const visit = (schema: Schema, path: string): void => {
			for (const [name, member] of Object.entries(schema.properties ?? {})) {
				if (!schema.required?.includes(name)) optional.push(`${path}.${name}`);
				visit(member, `${path}.${name}`);
			}
			if (schema.items) visit(schema.items, `${path}[]`);
		};
		for (const [name, schema] of Object.entries(contract.components?.schemas ?? {}))
			visit(schema as Schema, name);
		assert.deepEqual(optional.sort(), mayBeMissing);
	});

	it("shows for each code one whole problem document", () => {
		const schema = { $ref: "#/components/schemas/Problem", components: contract.components };
		const problem = Validate.Compile(schema as object);
		const examples = contract.components?.examples as Record<string, { value: object }>;
		for (const [code, { value }] of Object.entries(examples)) {
			assert.ok(problem.Check(value), code);
			assert.equal((value as { code?: string }).code, code);
		}
		assert.deepEqual(
			errorCodes.filter((code) => !(code in examples)),
			ofNoOperation,
		);
	});
});

/** Answered where no operation is, or by none where SALLYPORT_OIDC is off, as it is here. */
const ofNoOperation = [
	"interaction_unknown",
	"application_forbidden",
	"application_disabled",
	"application_request_invalid",
	"method_not_allowed",
];
