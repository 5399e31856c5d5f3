import assert from "node:assert/strict";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { createApi } from "./api.ts";
import { createCsrfValue } from "./csrf-value.ts";
import { Problem } from "./problem.ts";

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

async function apiAgainst(t: TestContext, answer: Answer) {
	const server = createServer(async (request, response) => {
		let body = "";
		for await (const chunk of request) body += chunk;
		answer(request, response, body);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	t.after(() => new Promise((resolve) => server.close(resolve).closeAllConnections()));
	const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/prefix`;
	const csrf = createCsrfValue("first");
	const lost: string[] = [];
	const api = createApi({ base, csrf, fetch, onSessionLost: (code) => lost.push(code) });
	return { api, csrf, lost, server };
}

function json(
	response: ServerResponse,
	status: number,
	body: object,
	headers: Record<string, string> = {},
): void {
	response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

test("a login goes out with the csrf header, and its new value is used from then on", async (t) => {
	const { api, csrf } = await apiAgainst(t, ({ url, method, headers }, response, body) => {
		assert.deepEqual([method, url], ["POST", "/prefix/api/auth/login"]);
		assert.equal(headers["content-type"], "application/json");
		json(response, 200, { id: headers.csrf, message: body, csrf: "second" });
	});
	const seen: string[] = [];
	csrf.watch(() => seen.push(csrf.get()));
	const answer = await api.post<{ id: string; message: string }>("/api/auth/login", { username: "ada" });
	assert.equal(answer.id, "first");
	assert.equal(answer.message, `{"username":"ada"}`);
	assert.equal(csrf.get(), "second");
	assert.deepEqual(seen, ["second"]);
});

test("a refused csrf value is replaced by the one in the answer, and the request repeated", async (t) => {
	const { api } = await apiAgainst(t, ({ headers }, response) => {
		if (headers.csrf === "fresh") json(response, 200, { message: "in" });
		else json(response, 403, { code: "csrf_invalid", message: "no", csrf: "fresh" });
	});
	assert.deepEqual(await api.post("/api/auth/login", {}), { message: "in" });
});

test("the repair is tried once only", async (t) => {
	let requests = 0;
	const { api } = await apiAgainst(t, (_, response) => {
		requests += 1;
		json(response, 403, { code: "csrf_invalid", message: "no", csrf: `fresh-${requests}` });
	});
	await assert.rejects(api.remove("/api/auth/sessions"), { code: "csrf_invalid" });
	assert.equal(requests, 2);
});

test("a problem keeps its members", async (t) => {
	const { api } = await apiAgainst(t, (_, response) => {
		const errors = [{ pointer: "/password", code: "too_short", message: "short" }];
		json(response, 400, { code: "password_rejected", message: "Choose", errors, requestId: "r-1" });
	});
	await assert.rejects(api.post("/x"), (error: Problem) => {
		assert.equal(error.status, 400);
		assert.equal(error.errors[0]?.code, "too_short");
		assert.equal(error.requestId, "r-1");
		return true;
	});
});

test("how long to wait comes from the body or the header", async (t) => {
	const { api } = await apiAgainst(t, ({ url }, response) => {
		if (url?.endsWith("/body"))
			json(response, 429, { code: "rate_limited", retryAfter: 30 }, { "retry-after": "31" });
		else json(response, 503, {}, { "retry-after": "2" });
	});
	await assert.rejects(api.get("/body"), { code: "rate_limited", retryAfter: 30 });
	await assert.rejects(api.get("/header"), { code: "unexpected_answer", status: 503, retryAfter: 2 });
});

test("a page of a proxy is an unexpected answer, no crash", async (t) => {
	const { api } = await apiAgainst(t, (_, response) => {
		response.writeHead(502, { "content-type": "text/html" }).end("<h1>Bad gateway</h1>");
	});
	await assert.rejects(api.get("/x"), { code: "unexpected_answer", status: 502 });
});

test("without a server the problem is the network", async (t) => {
	const { api, server } = await apiAgainst(t, () => {});
	await new Promise((resolve) => server.close(resolve));
	await assert.rejects(api.get("/x"), { code: "network_error", status: 0 });
});

test("a lost session is told, a wrong password is not one", async (t) => {
	const { api, lost } = await apiAgainst(t, ({ url }, response) => {
		json(response, 401, { code: url?.split("/").at(-1), message: "no" });
	});
	await assert.rejects(api.get("/invalid_credentials"), Problem);
	assert.deepEqual(lost, []);
	await assert.rejects(api.get("/session_expired"), Problem);
	assert.deepEqual(lost, ["session_expired"]);
});
