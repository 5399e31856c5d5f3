import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { ErrorCode } from "../../src/platform/errors.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { assertProblem } from "../support/problem.ts";
import { rawRequest, sendRaw } from "../support/raw.ts";
import { startTestService, type TestService } from "../support/service.ts";

let service: TestService;
before(async () => {
	service = await startTestService({ settings: cheap });
});
after(() => service.stop());

const ask = (method: string, path: string, ...headers: string[]) =>
	sendRaw(
		service.port,
		rawRequest([`${method} ${path} HTTP/1.1`, "Host: localhost", "Connection: close", ...headers]),
	);
const json = ["Content-Type: application/json", "Content-Length: 0"];

describe("the login under another spelling", () => {
	// Where a spelling leads to the login, its guards apply too: the CSRF token is required.
	const spellings: Array<[path: string, code: ErrorCode]> = [
		["/api/auth/login?x=1", "csrf_missing"],
		["/api/auth/login#x", "csrf_missing"],
		["http://localhost/api/auth/login", "csrf_missing"],
		["http://evil.example/api/auth/login", "csrf_missing"],
		["/api/auth/%6Cogin", "csrf_missing"],
		["//api/auth/login", "not_found"],
		["/api//auth/login", "not_found"],
		["/api/auth/login/", "not_found"],
		["/api/auth/login//", "not_found"],
		["/api/auth/login;x", "not_found"],
		["/api/auth/login;csrf=x", "not_found"],
		["/api/auth%2flogin", "not_found"],
		["/api/auth%2Flogin", "not_found"],
		["/api%5Cauth%5Clogin", "not_found"],
		["/API/auth/login", "not_found"],
		["/api/auth/Login", "not_found"],
		["/api/auth/./login", "not_found"],
		["/api/auth/../auth/login", "not_found"],
		["/api/auth/%2e/login", "not_found"],
		["/api/auth/login%00", "not_found"],
		["/api/auth/login%20", "not_found"],
		["/api/auth/login.json", "not_found"],
		["/api/auth/logi%256e", "not_found"],
		["/api/auth/login%", "bad_request"],
		["/api/auth/login%zz", "bad_request"],
		["/api/auth/login%C3", "bad_request"],
	];
	for (const [path, code] of spellings) {
		it(`${path}: ${code}`, async () => assertProblem(await ask("POST", path, ...json), code));
	}
});

describe("what is secured stays secured under another spelling", () => {
	const spellings = [
		"/api/auth/session",
		"/api/auth/session?x",
		"http://localhost/api/auth/session",
		"/api/auth/%73ession",
		"//api/auth/session",
		"/api/auth/session/",
		"/api/auth/session;x",
		"/api/auth/sessions/../session",
		"/api/auth%2fsession",
		"/api/auth/session%00",
		"/account/",
		"/account/x.css",
		"/account%2fx.css",
		"/account;x.css",
		"/account.css",
	];
	for (const path of spellings) {
		it(path, async () => {
			const answer = await ask("GET", path);
			assert.ok([401, 404].includes(answer.status), String(answer.status));
			assertProblem(answer, answer.status === 401 ? "unauthenticated" : "not_found");
		});
	}
});

describe("files beside the pages", () => {
	const paths = [
		"/assets/",
		"/assets",
		"/assets/../en.manifest.json",
		"/assets/..%2fen.manifest.json",
		"/assets/%2e%2e/en.manifest.json",
		"/assets/%2e%2e%2f%2e%2e%2f%2e%2e%2fpackage.json",
		"/assets/..%5c..%5cpackage.json",
		"/assets//etc/passwd",
		"/assets/%00",
		"/en.json",
		"/package.json",
		"/.env",
		"/.git/config",
	];
	for (const path of paths) {
		it(`cannot be read: ${path}`, async () => {
			const answer = await ask("GET", path);
			assert.ok(answer.status >= 400 && answer.status < 500, String(answer.status));
			assertProblem(answer, answer.status === 404 ? "not_found" : "bad_request");
		});
	}
});

describe("methods", () => {
	const methods: Array<[method: string, path: string, status: number]> = [
		["HEAD", "/healthz", 200],
		["HEAD", "/login", 200],
		["HEAD", "/api/auth/login", 405],
		["GET", "/api/auth/logout", 405],
		["TRACE", "/", 405],
		["PROPFIND", "/account", 405],
		["QUERY", "/healthz", 405],
		["OPTIONS", "/api/auth/login", 204],
		["OPTIONS", "*", 404],
		["POST", "/healthz", 405],
		["BREW", "/healthz", 400],
		["get", "/healthz", 400],
	];
	for (const [method, path, status] of methods) {
		it(`${method} ${path}: ${status}`, async () => {
			const answer = await ask(method, path);
			assert.equal(answer.status, status);
			assert.equal(answer.headers.get("x-content-type-options"), "nosniff");
		});
	}

	it("no header or parameter turns one into another", async () => {
		for (const header of ["X-HTTP-Method-Override: POST", "X-HTTP-Method: POST", "X-Method-Override: POST"]) {
			assertProblem(await ask("GET", "/api/auth/logout?_method=POST", header), "method_not_allowed");
		}
	});

	it("an upgrade and a tunnel lead nowhere", async () => {
		const upgraded = await ask("GET", "/healthz", "Connection: upgrade", "Upgrade: websocket");
		assert.equal(upgraded.status, 200);
		assert.ok([0, 404].includes((await ask("CONNECT", "evil.example:443")).status));
		assert.equal((await sendRaw(service.port, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")).status, 400);
	});
});
