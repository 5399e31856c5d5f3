import assert from "node:assert/strict";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, it } from "node:test";
import { gzipSync } from "node:zlib";
import { createFetchService, fetchObject, maxAgeOf } from "./fetch-service.ts";

let answer: RequestListener = () => {};
const server = createServer((request, response) => answer(request, response));
let url: string;
before(async () => {
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => {
	server.closeAllConnections();
	server.close();
});
const fetchService = createFetchService({ fetch, timeout: 30_000 });

it("a request to the service follows no redirect", async () => {
	let asked = 0;
	answer = (_request, response) => {
		asked += 1;
		response.writeHead(302, { location: `${url}/elsewhere` }).end();
	};
	await assert.rejects(fetchObject(fetchService, url, 100), /answered 302/);
	assert.equal(asked, 1);
});

it("a response is read up to the limit, however it is compressed", async () => {
	answer = (_request, response) => {
		response.end("x".repeat(100));
	};
	assert.equal((await fetchService(url, { limit: 100 })).text.length, 100);
	await assert.rejects(fetchService(url, { limit: 99 }), /More than 99 bytes/);
	answer = (_request, response) => {
		response.setHeader("content-encoding", "gzip");
		response.end(gzipSync("x".repeat(1_000_000)));
	};
	await assert.rejects(fetchService(url, { limit: 10_000 }), /More than 10000 bytes/);
	answer = (_request, response) => {
		const more = () => void response.write("x".repeat(10_000), () => response.destroyed || more());
		more();
	};
	await assert.rejects(fetchService(url, { limit: 1_000_000 }), /More than/);
});

it("a response that does not begin, or does not end, is given up after a time limit", async () => {
	const impatient = createFetchService({ fetch, timeout: 50 });
	answer = () => {};
	await assert.rejects(impatient(url, { limit: 100 }), { name: "TimeoutError" });
	answer = (_request, response) => {
		response.write("x");
	};
	await assert.rejects(impatient(url, { limit: 100 }), { name: "TimeoutError" });
});

it("a response is accepted only as a JSON object", async () => {
	for (const body of ["", "<html>", "null", "7", '"x"']) {
		answer = (_request, response) => {
			response.end(body);
		};
		await assert.rejects(fetchObject(fetchService, url, 100), body);
	}
});

it("the response says how long it may be kept", () => {
	const cases = {
		"": 0,
		"no-store": 0,
		"public, max-age=300": 300_000,
		"s-maxage=7, max-age=5": 5000,
		"max-age=1e9": 1000,
		"max-age=99999999": 86_400_000,
	};
	for (const [value, milliseconds] of Object.entries(cases)) {
		assert.equal(maxAgeOf(new Headers({ "cache-control": value })), milliseconds, value);
	}
});
