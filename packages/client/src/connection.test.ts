import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { type ConnectionOptions, connect, type Mode } from "./connection.ts";
import { logIn } from "./log-in.ts";
import { session } from "./session.ts";
import { endSession } from "./sessions.ts";

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;
const ada = { username: "ada", password: "correct horse" };

/** A connection in cookie mode to a server that answers as a proxy or a half-broken service may. */
async function connectTo(t: TestContext, answer: Answer, options: Partial<ConnectionOptions<Mode>> = {}) {
	const server = createServer(async (request, response) => {
		let body = "";
		for await (const chunk of request) body += chunk;
		answer(request, response, body);
	});
	await once(server.listen(0, "127.0.0.1"), "listening");
	t.after(() => new Promise((resolve) => server.close(resolve).closeAllConnections()));
	const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/prefix/`;
	const lost: string[] = [];
	const onSessionLost = (code: string) => lost.push(code);
	const connection = connect({ baseUrl, mode: "cookie", csrf: "first", onSessionLost, ...options });
	return { connection, lost, server };
}

function json(response: ServerResponse, status: number, body: object, headers = {}): void {
	response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

test("a login goes out with the CSRF token, and its new one is used from then on", async (t) => {
	const { connection } = await connectTo(t, ({ url, method, headers }, response, body) => {
		assert.deepEqual([method, url], ["POST", "/prefix/api/auth/login"]);
		assert.equal(headers["content-type"], "application/json");
		json(response, 200, { id: headers.csrf, message: body, csrf: "second", expiresAt: "" });
	});
	const seen: (string | undefined)[] = [];
	const stop = connection.credential.watch(() => seen.push(connection.credential.csrf));
	const answer = await logIn(connection, ada);
	assert.equal(answer.id, "first");
	assert.deepEqual(JSON.parse(answer.message), { ...ada, session: true });
	assert.deepEqual(seen, ["second"]);
	stop();
	assert.equal((await logIn(connection, ada)).id, "second");
	assert.equal(seen.length, 1);
});

test("members beside username and password are not sent", async (t) => {
	const { connection } = await connectTo(
		t,
		(_request, response, body) => json(response, 200, { message: body, token: "t" }),
		{ mode: "token" },
	);
	const { message } = await logIn(connection, { ...ada, role: "admin" } as typeof ada);
	assert.deepEqual(JSON.parse(message), ada);
});

test("a refused CSRF token is replaced by the one in the answer, once only", async (t) => {
	const sent: unknown[] = [];
	const { connection } = await connectTo(t, ({ headers }, response) => {
		sent.push(headers.csrf);
		if (headers.csrf === "fresh 1" && sent.length === 2) json(response, 200, { csrf: "second" });
		else json(response, 403, { code: "csrf_invalid", message: "no", csrf: `fresh ${sent.length}` });
	});
	await logIn(connection, ada);
	await assert.rejects(logIn(connection, ada), { name: "SallyportError", code: "csrf_invalid", status: 403 });
	assert.deepEqual(sent, ["first", "fresh 1", "second", "fresh 3"]);
});

test("a refusal keeps its members", async (t) => {
	const errors = [{ pointer: "/newPassword", code: "too_short", message: "short" }];
	const { connection } = await connectTo(t, (_request, response) => {
		json(response, 400, { code: "password_rejected", message: "Choose", errors, requestId: "r-1" });
	});
	const expected = { code: "password_rejected", status: 400, message: "Choose", errors, requestId: "r-1" };
	await assert.rejects(session(connection), expected);
});

const waits = [
	{ name: "in the body", body: { code: "rate_limited", retryAfter: 30 }, header: "31", retryAfter: 30 },
	{ name: "in the header", body: { code: "overloaded" }, header: "2", retryAfter: 2 },
	{ name: "as a date, which is not understood", body: {}, header: "Sat, 21 Nov 2026 09:00:00 GMT" },
	{ name: "nowhere", body: { errors: "none" } },
];
for (const { name, body, header, retryAfter } of waits) {
	test(`how long to wait is ${name}`, async (t) => {
		const { connection } = await connectTo(t, (_request, response) =>
			json(response, 503, body, header && { "retry-after": header }),
		);
		const code = body.code ?? "unexpected_answer";
		await assert.rejects(session(connection), { code, status: 503, retryAfter, errors: [] });
	});
}

const strange = [
	{ name: "a page instead of a refusal", status: 502, text: "<h1>Bad gateway</h1>" },
	{ name: "a page instead of an answer", status: 200, text: "<h1>Welcome to this hotel</h1>" },
	{ name: "a text instead of an object", status: 200, text: '"ok"' },
	{ name: "nothing", status: 200, text: "" },
	{ name: "a login without a credential", status: 200, text: '{"message":"in"}' },
];
for (const { name, status, text } of strange) {
	test(`${name} is an unexpected answer`, async (t) => {
		const { connection } = await connectTo(t, (_request, response) => response.writeHead(status).end(text));
		await assert.rejects(logIn(connection, ada), { code: "unexpected_answer", status });
	});
}

test("a redirect is not followed: nothing of what was sent goes elsewhere", async (t) => {
	let requests = 0;
	const { connection } = await connectTo(t, (_request, response) => {
		requests += 1;
		response.writeHead(307, { location: "/elsewhere" }).end();
	});
	await assert.rejects(logIn(connection, ada), { code: "network_error" });
	assert.equal(requests, 1);
});

test("without a server, without its whole answer, or without it in time, the problem is the network", async (t) => {
	const cut = await connectTo(t, (_request, response) => {
		response.writeHead(200, { "content-length": "100" }).write("{");
		response.destroy();
	});
	await assert.rejects(session(cut.connection), { code: "network_error", status: 0 });
	await new Promise((resolve) => cut.server.close(resolve));
	await assert.rejects(session(cut.connection), { code: "network_error", status: 0 });
	const silent = await connectTo(t, () => {});
	await assert.rejects(session(silent.connection, { timeout: 1 }), { code: "network_error", status: 0 });
});

test("an aborted call rejects with the caller's own reason", async (t) => {
	const caller = new AbortController();
	const { connection } = await connectTo(t, () => caller.abort("changed my mind"));
	const givenUp = { code: "aborted", status: 0, cause: "changed my mind" };
	await assert.rejects(session(connection, { signal: caller.signal }), givenUp);
	await assert.rejects(session(connection, { signal: caller.signal }), givenUp);
});

test("a lost session is reported, and a wrong password is not one", async (t) => {
	const { connection, lost } = await connectTo(t, ({ url }, response) => {
		json(response, 401, { code: url?.split("/").at(-1), message: "no" });
	});
	for (const code of ["invalid_credentials", "session_expired", "session_ended"])
		await assert.rejects(endSession(connection, code), { code });
	assert.deepEqual(lost, ["session_expired", "session_ended"]);
});

test("an id stays one part of the path", async (t) => {
	const { connection } = await connectTo(t, ({ url }, response) => json(response, 200, { message: url }));
	const { message } = await endSession(connection, "a/../b?c#d");
	assert.equal(message, "/prefix/api/auth/sessions/a%2F..%2Fb%3Fc%23d");
});
