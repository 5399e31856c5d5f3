// At length: it tries every spelling of a path at another program.
// With Chromium.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { it } from "node:test";
import { call } from "../support/call.ts";
import { isInstalled, startExample } from "../support/examples.ts";
import { describeGateway } from "../support/gateway-suite.ts";
import { haproxy } from "../support/gateways.ts";
import { rawRequest, readToEnd } from "../support/raw.ts";
import { freePort } from "../support/service.ts";

describeGateway(haproxy);

const missing = isInstalled("haproxy") ? false : "haproxy is not installed here";

async function listening(server: Server): Promise<number> {
	await once(server.listen(0, "127.0.0.1"), "listening");
	return (server.address() as AddressInfo).port;
}

it("HAProxy lets a WebSocket through, and nothing else that Connection names", {
	skip: missing,
}, async (test) => {
	const names = ["user-id", "username", "role", "session-id", "authenticated-at", "acr", "amr"];
	const identity = Object.fromEntries(names.map((name) => [`x-auth-${name}`, "sallyport"]));
	const sallyport = createServer((_request, response) => response.writeHead(204, identity).end());
	const api = createServer((request, response) => response.end(request.rawHeaders.join(" ")));
	api.on("upgrade", ({ headers }, socket) => {
		const accept = "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n";
		const head = "HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n";
		socket.end(`${head}${accept}\r\n${headers.connection} ${headers.upgrade} ${headers["x-auth-role"]}`);
	});
	const ports = { sallyport: await listening(sallyport), api: await listening(api) };
	const gateway = await haproxy.start({ gateway: await freePort(), ...ports });
	test.after(async () => {
		await gateway.stop();
		for (const server of [api, sallyport]) server.close();
	});
	const opened = async (connection: string, upgrade: string) => {
		const key = ["Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13"];
		const asked = [`Connection: ${connection}`, `Upgrade: ${upgrade}`];
		const lines = ["GET /insight/ HTTP/1.1", "Host: localhost", ...asked, ...key];
		return readToEnd(gateway.port, rawRequest(lines));
	};
	assert.match(
		await opened("X-Auth-Role, Upgrade", "websocket"),
		/^HTTP\/1\.1 101 .*\r\n\r\nupgrade websocket sallyport$/s,
	);
	assert.match(await opened("close, X-Auth-Role", "websocket"), /^HTTP\/1\.1 200 (?!.*connection X-Auth)/is);
	assert.match(await opened("close, Upgrade", "h2c"), /^HTTP\/1\.1 200 /);
});

// HAProxy lets a request through when Lua fails.
it("HAProxy lets a request through only if the Lua file allowed it", {
	skip: missing,
}, async (test) => {
	let status = 200;
	const somethingElse = createServer((_request, response) => response.writeHead(status).end());
	await once(somethingElse.listen(0, "127.0.0.1"), "listening");
	const api = await startExample("plain-api/server.mjs", await freePort());
	const { port } = somethingElse.address() as AddressInfo;
	const gateway = await haproxy.start({ gateway: await freePort(), sallyport: port, api: api.port });
	test.after(async () => {
		await gateway.stop();
		await api.stop();
		somethingElse.close();
	});
	for (status of [200, 201, 204, 302, 304, 500]) {
		const answer = await call(`http://localhost:${gateway.port}`, "/insight/");
		assert.ok(answer.status >= 500, `${status}: ${answer.text}`);
	}
	assert.match(gateway.printed(), /runtime error/);
});
