/** The contract as printed, held against the router, against OpenAPI 3.1, and against what the service answers. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { Validator } from "@seriousme/openapi-schema-validator";
import Validate from "typebox/schema";
import type { Contract, Schema } from "../../../../scripts/check/contract/document.ts";
import { createApp, type Service } from "../../src/app.ts";
import { errorCodes } from "../../src/platform/errors.ts";
import { administrationOf, tokenOf } from "../support/administration.ts";
import { authenticatorOf } from "../support/authenticator.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { type ContractCheck, createContractCheck } from "../support/contract-check.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import type { Answer, Visitor } from "../support/visitor.ts";

/** Addresses that are for programs; the others are pages and their files. */
/** The address for password managers leads to a page. */
const ofTheApi = /^\/(api|\.well-known(?!\/change-password$)|healthz)(\/|$)/;

describe("the contract as printed", () => {
	let service: TestService;
	let registered: Service;
	let contract: Contract;
	before(async () => {
		service = await startTestService({ settings: cheap });
		const { deployment, hasher } = service.running;
		registered = await createApp(deployment, hasher, { warn() {}, error() {} });
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

	it("explains every member and every answer", () => {
		const unexplained: string[] = [];
		const explain = (where: string, { description, properties = {} }: Schema) => {
			if (!description) unexplained.push(where);
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
		const mayBeMissing = [
			"LoginRequest.code",
			"LoginRequest.session",
			"Problem.acr",
			"Problem.challenge",
			"Problem.csrf",
			"Problem.errors",
			"Problem.expiresAt",
			"Problem.maxAge",
			"Problem.methods",
			"Problem.retryAfter",
			"ReauthenticateRequest.challenge",
			"ReauthenticateRequest.code",
			"ReauthenticateRequest.password",
			"TotpActivation.name",
		];
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

describe("what the service answers", () => {
	let service: TestService;
	let check: ContractCheck;
	before(async () => {
		service = await startTestService({ settings: cheap });
		check = createContractCheck((await service.visitor().get("/openapi.json")).body as unknown as Contract);
		await service.addUser("ada");
	});
	after(() => service.stop());

	interface Given {
		body?: unknown;
		headers?: Record<string, string>;
		/** Where the route has a parameter. */
		id?: string;
	}

	/** Sends a request and holds the answer against the document; a CSRF token is sent unless headers say otherwise. */
	async function call(
		visitor: Visitor,
		route: string,
		{ body, headers, id = "" }: Given = {},
	): Promise<Answer> {
		const [method = "", address = ""] = route.split(" ");
		const path = address.replace(/\{\w+\}/, id);
		const answer = await (method === "GET"
			? visitor.get(path, headers)
			: visitor.send(method, path, body, headers));
		check.assertAsDescribed(route, answer);
		return answer;
	}

	const renewed = "five words nobody else has";
	const login = (more: object = {}) => ({ username: "ada", password: ADMIN_PASSWORD, ...more });

	it("is described: a life with a cookie", async () => {
		const visitor = service.visitor();
		await call(visitor, "GET /api/auth/csrf");
		await call(visitor, "POST /api/auth/login", { body: login({ session: true }) });
		await call(visitor, "GET /api/auth/csrf");
		await call(visitor, "GET /api/auth/session");
		await call(visitor, "GET /api/auth/check");
		await call(visitor, "POST /api/auth/renew");
		await call(visitor, "POST /api/auth/reauthenticate", { body: { password: ADMIN_PASSWORD } });
		await service.loggedIn("ada");
		const { body } = await call(visitor, "GET /api/auth/sessions");
		const sessions = (body?.sessions ?? []) as { id: string; current: boolean }[];
		const other = sessions.find((each) => !each.current);
		await call(visitor, "DELETE /api/auth/sessions/{id}", { id: other?.id ?? "" });
		await call(visitor, "DELETE /api/auth/sessions");
		const change = { currentPassword: ADMIN_PASSWORD, newPassword: renewed };
		await call(visitor, "POST /api/auth/password", { body: change });
		await call(visitor, "POST /api/auth/password", {
			body: { currentPassword: renewed, newPassword: ADMIN_PASSWORD },
		});
		const { headers } = await call(visitor, "POST /api/auth/logout");
		assert.match(headers.get("set-cookie") ?? "", /Max-Age=0/);
		await call(visitor, "POST /api/auth/logout");
	});

	it("is described: a life with a token", async () => {
		const visitor = service.visitor();
		const { body } = await call(visitor, "POST /api/auth/login", { body: login() });
		const headers = { authorization: `Bearer ${String(body?.token)}` };
		await call(visitor, "GET /api/auth/session", { headers });
		await call(visitor, "POST /api/auth/renew", { headers });
		await call(visitor, "POST /api/auth/reauthenticate", { headers, body: { password: ADMIN_PASSWORD } });
		await call(visitor, "GET /api/auth/sessions", { headers });
		await call(visitor, "POST /api/auth/logout", { headers });
		await call(visitor, "GET /api/auth/session", { headers });
		await call(visitor, "POST /api/auth/renew", { headers });
	});

	it("is described: a life with a second factor", async () => {
		await service.addUser("fay");
		const visitor = await service.loggedIn("fay");
		await call(visitor, "GET /api/auth/factors");
		const offered = await call(visitor, "POST /api/auth/factors/totp");
		const app = authenticatorOf(service, offered);
		const activation = { offer: offered.body?.offer, code: app.next() };
		const added = await call(visitor, "POST /api/auth/factors/totp/activate", { body: activation });
		const id = String(added.body?.id);
		await call(visitor, "GET /api/auth/factors");
		await call(visitor, "PATCH /api/auth/factors/{id}", { id, body: { name: "Old phone" } });
		await call(visitor, "POST /api/auth/recovery-codes");
		await call(visitor, "PUT /api/auth/second-factor", { body: { on: false } });
		await call(visitor, "PUT /api/auth/second-factor", { body: { on: true } });
		const other = service.visitor();
		const body = { username: "fay", password: ADMIN_PASSWORD };
		const { body: refused } = await call(other, "POST /api/auth/login", { body });
		const answer = { challenge: refused?.challenge, code: app.next() };
		await call(other, "POST /api/auth/login/second-factor", { body: { ...answer, code: "000000" } });
		await call(other, "POST /api/auth/login/second-factor", { body: answer });
		await call(visitor, "POST /api/auth/reauthenticate", { body: { password: ADMIN_PASSWORD } });
		await call(visitor, "DELETE /api/auth/factors/{id}", { id });
		await call(visitor, "PUT /api/auth/second-factor", { body: { on: true } });
	});

	it("is described: what needs no session", async () => {
		const visitor = service.visitor();
		const { body: lists } = await call(visitor, "GET /api/auth/status");
		const { status_lists: addresses } = lists as unknown as { status_lists: string[] };
		const id = addresses[0]?.split("/").at(-1) ?? "";
		const list = await call(visitor, "GET /api/auth/status/{list}", { id });
		const headers = { "if-none-match": list.headers.get("etag") ?? "" };
		assert.equal((await call(visitor, "GET /api/auth/status/{list}", { id, headers })).status, 304);
		for (const route of ["/.well-known/jwks.json", "/.well-known/oauth-authorization-server", "/healthz"])
			await call(visitor, `GET ${route}`);
		await administrationOf(service).add({ name: "bob", role: "user", passwordHash: null });
		const { setupLink } = await administrationOf(service).reset("bob");
		const body = { token: tokenOf(setupLink), password: renewed };
		await call(visitor, "POST /api/auth/setup/check", { body: { token: body.token } });
		await call(visitor, "POST /api/auth/setup", { body: { ...body, password: "short" } });
		await call(visitor, "POST /api/auth/setup", { body });
		await call(visitor, "POST /api/auth/setup", { body });
		await call(visitor, "POST /api/auth/setup", { body: { ...body, token: "x" } });
		await call(visitor, "POST /api/auth/setup/check", { body: { token: body.token } });
		await call(visitor, "POST /api/auth/setup/check", { body: { token: "x" } });
	});

	it("is described: whatever is wrong with a request", async () => {
		const user = await service.loggedIn("ada");
		const wrong: Given[] = [
			{ headers: { csrf: "" } },
			{ headers: { csrf: "c1.x.y" } },
			{ headers: { origin: "https://evil.example" } },
			{ headers: { accept: "text/html" } },
			{ headers: { authorization: "Bearer x" } },
			{ headers: { "content-type": "text/plain" }, body: "x" },
			{ headers: { "x-long": "x".repeat(20_000) } },
			...["{", "[]", "{}", '{"x":1}', '{"x":1,"x":1}', `{"x":"${"x".repeat(20_000)}"}`].map((body) => ({
				body,
			})),
		];
		for (const route of check.routes) {
			// Logged out and let in by turns, because a refusal may stand before another one.
			for (const given of route.startsWith("GET") ? wrong.filter(({ body }) => body === undefined) : wrong) {
				await call(service.visitor(), route, { ...given, id: "x" });
				if (route !== "POST /api/auth/logout") await call(user, route, { ...given, id: "x" });
			}
		}
	});

	it("is described: what time does", async () => {
		const [user, idle] = [await service.loggedIn("ada"), await service.loggedIn("ada")];
		service.travel(16 * 60_000);
		await call(user, "DELETE /api/auth/sessions");
		service.travel(50 * 60_000);
		await call(idle, "GET /api/auth/session");
		const stranger = service.visitor();
		const guess = { body: { username: "nobody", password: "x" } };
		for (let count = 0; count < 10; count++) await call(stranger, "POST /api/auth/login", guess);
		assert.equal((await call(stranger, "POST /api/auth/login", guess)).status, 429);
	});

	it("leaves no operation out", () => {
		assert.deepEqual(check.untried(), []);
	});
});

/** Answered where no operation is, or by none yet. */
const ofNoOperation = [
	"insufficient_user_authentication",
	"forbidden",
	"method_not_allowed",
	"username_taken",
	"last_admin",
	"second_factor_demanded",
];
