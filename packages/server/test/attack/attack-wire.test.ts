/** What a client can do with the connection itself. */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { cheap } from "../support/cheap-hashing.ts";
import { ownSession } from "../support/own-session.ts";
import { assertSafeHeaders } from "../support/problem.ts";
import { rawRequest, readToEnd, sendRaw, statuses } from "../support/raw.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";

let service: TestService;
before(async () => {
	service = await startTestService({ settings: cheap });
	await service.addUser("ada");
});
after(() => service.stop());

const converse = (bytes: string) => readToEnd(service.port, bytes);

function login(password: string, csrf: string, ...more: string[]): string {
	const body = JSON.stringify({ username: "ada", password });
	const head = ["POST /api/auth/login HTTP/1.1", "Host: localhost", "Content-Type: application/json"];
	return rawRequest([...head, `csrf: ${csrf}`, `Content-Length: ${body.length}`, ...more], body);
}

// Proves: attempts, one-request-at-a-time
it("pipelined logins are counted like any others, and answered in their order", async () => {
	const csrf = await service.copiedCsrf(await service.loggedIn("ada"));
	const guesses = Array.from({ length: 14 }, () => login("not the password", csrf));
	const received = await converse(`${guesses.join("")}${login(ADMIN_PASSWORD, csrf, "Connection: close")}`);
	const seen = statuses(received);
	assert.equal(seen.length, 15);
	assert.equal(seen.filter((status) => status === "401").length, 10);
	assert.equal(seen.filter((status) => status === "429").length, 5);
	service.travel(60 * 60_000);
});

// Proves: one-request-at-a-time
it("an answer never goes to the next request on a connection: what is refused early leaves nothing of its body behind", async () => {
	const smuggled = rawRequest(["GET /api/auth/csrf HTTP/1.1", "Host: localhost"]);
	const head = ["POST /api/auth/login HTTP/1.1", "Host: localhost", "Content-Type: application/json"];
	const refused = rawRequest([...head, `Content-Length: ${smuggled.length}`], smuggled);
	const next = rawRequest(["GET /healthz HTTP/1.1", "Host: localhost", "Connection: close"]);
	const received = await converse(refused + next);
	assert.deepEqual(statuses(received), ["403", "200"]);
	assert.match(received, /\{"status":"ok"\}$/);
});

it("garbage behind a request closes the connection, and the service lives", async () => {
	const received = await converse(
		`${rawRequest(["GET /healthz HTTP/1.1", "Host: localhost"])}\0\0GARBAGE\r\n\r\n`,
	);
	assert.ok(["200", "400"].includes(statuses(received)[0] ?? ""));
	assert.equal((await service.visitor().get("/healthz")).status, 200);
});

const twice: Array<[name: string, lines: string[]]> = [
	["two lengths", ["Content-Length: 5", "Content-Length: 6"]],
	["a length and chunks", ["Content-Length: 5", "Transfer-Encoding: chunked"]],
	["chunks hidden by a letter", ["Transfer-Encoding: xchunked"]],
	["chunks that are not last", ["Transfer-Encoding: chunked, identity"]],
	["a folded line", ["X-A: b", " Content-Length: 5"]],
	["a space before the colon", ["Content-Length : 5"]],
	["a bare line feed in a value", ["X-A: b\nContent-Length: 5"]],
	["a NUL in a value", ["X-A: b\0c"]],
];
for (const [name, lines] of twice) {
	it(`a request with ${name} is refused and nothing behind it is read`, async () => {
		const head = ["POST /api/auth/logout HTTP/1.1", "Host: localhost", ...lines];
		const answer = await sendRaw(service.port, rawRequest(head, "0\r\n\r\nGET /healthz HTTP/1.1\r\n\r\n"));
		assert.equal(answer.status, 400, answer.text);
		assertSafeHeaders(answer);
	});
}

// Proves: csrf-foreign-cookie
it("thousands of cookies, CSRF tokens and odd names are read in no time and prove nothing", async () => {
	const browser = await service.loggedIn("ada");
	const [sid] = [...browser.cookies].find(([name]) => name.endsWith("-sid")) ?? [""];
	const secret = browser.cookies.get(sid) ?? "";
	const many = Array.from({ length: 1500 }, (_, index) => `c${index}=1`).join("; ");
	const who = (cookie: string) => service.visitor().get("/api/auth/session", { cookie });
	assert.equal((await who(`${many}; ${sid}=${secret}`)).status, 200);
	for (const cookie of [
		`${sid}=${secret}; ${many}; ${sid}=${"A".repeat(43)}`,
		`${sid}=${secret}; ${sid}=${secret}`,
		`${sid.toUpperCase()}=${secret}`,
		`${sid} =${secret}`,
		`${sid}="${secret}"`,
		`${sid}=${secret}%00`,
		`__proto__=${secret}; constructor=${secret}; ${"=".repeat(4000)}`,
	]) {
		assert.equal((await who(cookie)).status, 401, cookie.slice(-80));
	}
	await ownSession(browser);
});

it("a client cannot control the terminal of the operator who reads the log", async () => {
	const csrf = await service.copiedCsrf(await service.loggedIn("ada"));
	const [first] = statuses(
		await converse(login(ADMIN_PASSWORD, csrf, "User-Agent: a\x9b31mb\x85c\xadd", "Connection: close")),
	);
	assert.equal(first, "200");
	const text = JSON.stringify(service.logged);
	assert.ok(text.includes("a?31mb?c?d"));
	assert.doesNotMatch(text, /\p{C}/u);
});
