import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import * as forExpress from "../../../verify/src/express.ts";
import * as forFastify from "../../../verify/src/fastify.ts";
import * as forFetch from "../../../verify/src/fetch.ts";
import { createVerifier, type Verifier } from "../../../verify/src/index.ts";
import { errorKind } from "../../src/platform/errors.ts";
import { type RunningApi, stacks } from "../support/api-stacks.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { bearerOf, cookieOf } from "../support/own-session.ts";
import { rawRequest, sendRaw } from "../support/raw.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import type { Visitor } from "../support/visitor.ts";

let service: TestService;
let id: string;
let visitor: Visitor;
let bearer: { authorization: string };
before(async () => {
	service = await startTestService({ settings: cheap });
	({ id } = await service.addUser("ada"));
	visitor = await service.loggedIn("ada");
	bearer = bearerOf(await service.visitor().logIn("ada", ADMIN_PASSWORD));
});
after(() => service.stop());

for (const [name, start] of Object.entries(stacks)) {
	describe(`an API of ${name}`, () => {
		let verifier: Verifier;
		let api: RunningApi;
		before(async () => {
			verifier = createVerifier({ issuer: service.baseUrl, timeout: 60_000 });
			api = await start(verifier);
		});
		after(async () => {
			await api.stop();
			verifier.close();
		});
		const call = (headers: Record<string, string>, method = "GET") =>
			fetch(`${api.url}/insights`, { method, headers });

		it("knows its callers in both modes", async () => {
			for (const method of ["GET", "POST"]) {
				assert.equal(await (await call(bearer, method)).text(), `token ${id}`);
				const headers = { ...cookieOf(visitor), csrf: visitor.csrf ?? "" };
				assert.equal(await (await call(headers, method)).text(), `cookie ${id}`);
			}
		});

		const realm = () => `Bearer realm="localhost:${service.port}"`;
		const refusals = [
			{ name: "no credential", headers: () => ({}), code: "unauthenticated", challenge: () => realm() },
			{
				name: "a token that is none",
				headers: () => ({ authorization: "Bearer x", ...cookieOf(visitor) }),
				code: "invalid_token",
				challenge: () => `${realm()}, error="invalid_token"`,
			},
			{
				name: "two Authorization headers in one",
				headers: () => ({ authorization: `${bearer.authorization}, ${bearer.authorization}` }),
				code: "invalid_token",
				challenge: () => `${realm()}, error="invalid_token"`,
			},
			{
				name: "an unsafe call with a cookie and no CSRF token",
				method: "POST",
				headers: () => cookieOf(visitor),
				code: "csrf_missing",
				challenge: () => null,
			},
			{
				name: "one that another site caused",
				method: "POST",
				headers: () => ({ ...cookieOf(visitor), csrf: visitor.csrf ?? "", origin: "https://evil.example" }),
				code: "origin_forbidden",
				challenge: () => null,
			},
		] as const;
		for (const { name, headers, code, challenge, ...rest } of refusals) {
			it(`refuses ${name} as the service would`, async () => {
				const answer = await call(headers(), "method" in rest ? rest.method : "GET");
				const problem = (await answer.json()) as Record<string, unknown>;
				const { status, title } = errorKind(code);
				assert.deepEqual(
					[answer.status, problem.status, problem.code, problem.title, problem.type],
					[status, status, code, title, `urn:sallyport:error:${code}`],
				);
				assert.equal(answer.headers.get("content-type"), "application/problem+json; charset=utf-8");
				assert.equal(answer.headers.get("cache-control"), "no-store");
				assert.equal(answer.headers.get("www-authenticate"), challenge());
				assert.equal(problem.requestId, answer.headers.get("x-request-id"));
				assert.equal(typeof problem.message, "string");
				assert.equal(typeof problem.csrf, code === "csrf_missing" ? "string" : "undefined");
			});
		}

		it("refuses two Authorization headers, whichever of them is good", async () => {
			const ask = (...values: string[]) => {
				const lines = values.map((value) => `Authorization: ${value}`);
				// HTTP/1.0 has no chunks, which sendRaw does not read.
				return sendRaw(Number(new URL(api.url).port), rawRequest(["GET /insights HTTP/1.0", ...lines]));
			};
			assert.equal((await ask(bearer.authorization)).status, 200);
			for (const two of [
				[bearer.authorization, "Bearer x"],
				["Bearer x", bearer.authorization],
			])
				assert.equal((await ask(...two)).body?.code, "invalid_token");
		});

		it("is open again after one retry with the fresh CSRF token", async () => {
			const refused = (await (await call(cookieOf(visitor), "POST")).json()) as { csrf: string };
			assert.equal((await call({ ...cookieOf(visitor), csrf: refused.csrf }, "POST")).status, 200);
		});
	});
}

for (const [name, start] of Object.entries(stacks)) {
	it(`an API of ${name} answers 503 with Retry-After when the service is away`, async () => {
		const api = await start(createVerifier({ issuer: "http://127.0.0.1:9" }));
		try {
			const answer = await fetch(`${api.url}/insights`, { headers: bearer });
			assert.equal(answer.status, 503);
			assert.equal(answer.headers.get("retry-after"), "1");
			assert.deepEqual(
				Object.entries((await answer.json()) as object).filter(([member]) => /code|retryAfter/.test(member)),
				[
					["code", "service_unavailable"],
					["retryAfter", 1],
				],
			);
		} finally {
			await api.stop();
		}
	});
}

it("a route that is not protected throws when it asks for its caller", () => {
	for (const find of [forFastify.principalOf, forExpress.principalOf]) {
		assert.throws(() => find({ id: "1", headers: {} }), /is not behind protect/);
	}
	assert.throws(() => forFetch.principalOf(new Request("http://localhost/")), /is not behind protect/);
});
