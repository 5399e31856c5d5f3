import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createClient } from "../../../client/src/index.ts";
import { createClientWorld, tokens } from "../support/client-world.ts";

describe("fetch of the client", () => {
	const { service, apiOf, loggedIn } = createClientWorld();

	it("carries the token to the service and to the named origins, beside the headers of the caller", async () => {
		const api = await apiOf();
		const { client } = await loggedIn({ origins: [`${api.origin}/any/path`] });
		for (const own of [
			`${service().baseUrl}/api/auth/session`,
			"api/auth/session",
			"/analytics/api/auth/session",
		]) {
			const answer = await client.fetch(own);
			assert.equal((await answer.json()).username, "ada", own);
		}
		const answer = await client.fetch(new URL("/insights", api.origin), {
			method: "POST",
			headers: { "x-own": "1" },
			body: "question",
		});
		assert.equal(await answer.text(), "here you are");
		await client.fetch(new Request(`${api.origin}/insights`, { headers: { "x-own": "1" } }));
		assert.deepEqual(tokens(api), [`Bearer ${client.token}`, `Bearer ${client.token}`]);
		assert.deepEqual(
			api.requests.map(({ headers, body }) => [headers["x-own"], body]),
			[
				["1", "question"],
				["1", ""],
			],
		);
	});

	it("keeps the caller's own Authorization header, and sends none before the login", async () => {
		const api = await apiOf();
		const { client } = await loggedIn({ origins: [api.origin] });
		await client.fetch(api.origin, { headers: { authorization: "Basic eDp5" } });
		await client.logOut();
		await client.fetch(api.origin);
		assert.deepEqual(tokens(api), ["Basic eDp5", undefined]);
	});

	it("never shows the token to another origin", async () => {
		const foreign = await apiOf();
		const { client } = await loggedIn();
		const other = foreign.origin.replace("127.0.0.1", "localhost");
		for (const url of [foreign.origin, other, `${other}/analytics/api/auth/session`])
			assert.equal(await (await client.fetch(url)).text(), "here you are");
		assert.deepEqual(tokens(foreign), [undefined, undefined, undefined]);
		assert.ok(!JSON.stringify(foreign.requests).includes(client.token ?? ""));
	});

	for (const status of [301, 302, 303, 307, 308]) {
		it(`never follows a ${status} with the token`, async () => {
			const foreign = await apiOf();
			const api = await apiOf((_request, response) => {
				response.writeHead(status, { location: `${foreign.origin}/steal` }).end();
			});
			const { client } = await loggedIn({ origins: [api.origin] });
			await assert.rejects(client.fetch(api.origin, { method: "POST", body: "x" }), (error: Error) => {
				assert.equal((error as { code?: string }).code, "redirected");
				assert.ok(error.message.includes(`${foreign.origin}/steal`));
				return true;
			});
			await assert.rejects(client.fetch(api.origin, { redirect: "follow" }), { code: "redirected", status });
			const seen = await client.fetch(new Request(api.origin, { redirect: "manual" }));
			assert.equal(seen.headers.get("location"), `${foreign.origin}/steal`);
			assert.deepEqual(foreign.requests, []);
		});
	}

	it("follows redirects where no credential is carried", async () => {
		const foreign = await apiOf(({ url }, response) => {
			if (url === "/there") response.end("there");
			else response.writeHead(302, { location: "/there" }).end();
		});
		const { client } = await loggedIn();
		assert.equal(await (await client.fetch(foreign.origin)).text(), "there");
	});

	it("refuses a base URL and origins where the token could be overheard, unless that is allowed", () => {
		const baseUrl = "http://login.example.com";
		assert.throws(() => createClient({ baseUrl }), TypeError);
		assert.throws(
			() => createClient({ baseUrl: service().baseUrl, origins: ["http://api.example"] }),
			TypeError,
		);
		createClient({ baseUrl, allowInsecureHttp: true });
	});

	it("does not wait for the end of a refusal that is no problem document", async () => {
		const api = await apiOf((_request, response) => {
			response.writeHead(401, { "content-type": "text/html" }).write("<h1>Unauthorized</h1>");
		});
		const { client } = await loggedIn({ origins: [api.origin] });
		assert.equal((await client.fetch(api.origin)).status, 401);
	});

	it("rejects with one kind of error, wherever the request was to go", async () => {
		const { client } = await loggedIn({ origins: ["http://127.0.0.1:1"] });
		const signal = AbortSignal.abort("enough");
		for (const url of ["http://127.0.0.1:1/", "http://127.0.0.2:1/"]) {
			await assert.rejects(client.fetch(url), { name: "SallyportError", code: "network_error" });
			await assert.rejects(client.fetch(url, { signal }), { code: "aborted", cause: "enough" });
		}
		await assert.rejects(client.fetch("http://["), { name: "SallyportError" });
	});
});
