import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { usersOf } from "../support/administration.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { onSqlite } from "../support/databases.ts";
import { bearerOf, cookieOf, ownSession } from "../support/own-session.ts";
import { assertProblem } from "../support/problem.ts";
import { rawRequest, sendRaw } from "../support/raw.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import type { Visitor } from "../support/visitor.ts";

onSqlite("the check for gateways", (database) => {
	let service: TestService;
	let browser: Visitor;
	let token: { authorization: string };
	before(async () => {
		service = await startTestService({ databaseUrl: await database.url(), settings: cheap });
		await service.addUser("ädä");
		browser = await service.loggedIn("ädä");
		token = bearerOf(await service.visitor().logIn("ädä", ADMIN_PASSWORD));
	});
	after(() => service.stop());
	const check = (who: Visitor, headers = {}) => who.get("/api/auth/check", headers);

	it("says who calls, in headers and nowhere else, in both modes", async () => {
		for (const [who, headers] of [
			[browser, {}],
			[service.visitor(), token],
		] as const) {
			const { session, id } = (await who.get("/api/auth/session", headers)).body as Record<string, unknown>;
			const answer = await check(who, headers);
			assert.equal(answer.status, 204);
			assert.equal(answer.text, "");
			const told = (name: string) => answer.headers.get(`x-auth-${name}`);
			assert.equal(told("user-id"), id);
			assert.equal(told("session-id"), (session as { id: string }).id);
			assert.equal(told("authenticated-at"), (session as { authenticatedAt: string }).authenticatedAt);
			assert.equal(told("role"), "user");
			assert.equal(decodeURIComponent(told("username") ?? ""), "ädä");
			assert.equal(answer.headers.get("cache-control"), "no-store");
		}
	});

	it("refuses a request without a credential, with a wrong one, or with two of which the first is wrong", async () => {
		assertProblem(await check(service.visitor()), "unauthenticated");
		assertProblem(await check(service.visitor(), { authorization: "Bearer x" }), "invalid_token");
		assertProblem(await check(browser, { authorization: "Bearer x" }), "invalid_token");
		const spoofed = { "x-auth-user-id": "another", "x-auth-role": "admin" };
		const answer = await check(service.visitor(), spoofed);
		assertProblem(answer, "unauthenticated");
		assert.equal(answer.headers.get("x-auth-user-id"), null);
	});

	it("refuses two Authorization headers, whichever of them is good, since the API behind may read the other one", async () => {
		const ask = (...authorizations: string[]) => {
			const lines = authorizations.map((value) => `Authorization: ${value}`);
			const head = ["GET /api/auth/check HTTP/1.1", "Host: localhost", "Connection: close", ...lines];
			return sendRaw(service.port, rawRequest(head));
		};
		const { authorization: good } = token;
		assert.equal((await ask(good)).status, 204);
		for (const two of [
			[good, "Bearer x"],
			["Bearer x", good],
			[good, good],
		])
			assertProblem(await ask(...two), "bad_request");
	});

	it("requires the CSRF token of a cookie session when the gateway reports an unsafe method", async () => {
		const csrf = await service.copiedCsrf(browser);
		const foreign = await service.copiedCsrf(await service.loggedIn("ädä"));
		for (const name of ["x-forwarded-method", "x-original-method"]) {
			for (const safe of ["GET", "HEAD", "OPTIONS"])
				assert.equal((await check(browser, { [name]: safe })).status, 204);
			for (const method of ["POST", "DELETE", "PUT", "post", "get", "GET, GET", ""]) {
				const unsafe = { [name]: method };
				assertProblem(await check(browser, unsafe), "csrf_missing");
				assertProblem(await check(browser, { ...unsafe, csrf: foreign }), "csrf_invalid");
				const evil = { ...unsafe, csrf, origin: "https://evil.example" };
				assertProblem(await check(browser, evil), "origin_forbidden");
				assert.equal((await check(browser, { ...unsafe, csrf })).status, 204);
				assert.equal((await check(service.visitor(), { ...unsafe, ...token })).status, 204);
			}
		}
		const both = { "x-forwarded-method": "GET", "x-original-method": "POST" };
		assertProblem(await check(browser, both), "csrf_missing");
	});

	it("requires the own origin when the gateway reports a WebSocket, which begins as a GET", async () => {
		const cookie = `Cookie: ${cookieOf(browser).cookie}`;
		const ask = (...more: string[]) => {
			const usual = ["Host: localhost", "Connection: Upgrade, close", ...more];
			return sendRaw(service.port, rawRequest(["GET /api/auth/check HTTP/1.1", ...usual]));
		};
		const asGet = "X-Forwarded-Method: GET\r\n";
		const ways = [`${asGet}Upgrade: websocket`, `${asGet}Upgrade: WebSocket`, "X-Forwarded-Method: CONNECT"];
		for (const upgrade of ways) {
			assert.equal((await ask(cookie, upgrade, `Origin: ${service.baseUrl}`)).status, 204);
			const evil = `Origin: ${service.baseUrl.replace("localhost", "evil.localhost")}`;
			assertProblem(await ask(cookie, upgrade, evil), "origin_forbidden");
			assertProblem(await ask(cookie, upgrade, "X-Original-Method: POST"), "csrf_missing");
			assert.equal((await ask(`Authorization: ${token.authorization}`, upgrade)).status, 204);
		}
	});

	it("refuses at once what has ended", async () => {
		const other = await service.loggedIn("ädä");
		const { id } = await ownSession(other);
		assert.equal((await check(other)).status, 204);
		await browser.delete(`/api/auth/sessions/${id}`);
		assertProblem(await check(other), "session_ended");
		await usersOf(service).disable("ädä");
		assertProblem(await check(browser), "session_ended");
		assertProblem(await check(service.visitor(), token), "session_ended");
	});
});
