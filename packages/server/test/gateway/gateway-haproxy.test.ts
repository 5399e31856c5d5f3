// At length: it tries every spelling of a path at another program.
// With Chromium.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { it } from "node:test";
import { call } from "../support/call.ts";
import { isInstalled, startExample } from "../support/examples.ts";
import { describeGateway } from "../support/gateway-suite.ts";
import { haproxy } from "../support/gateways.ts";
import { freePort } from "../support/service.ts";

describeGateway(haproxy);

// HAProxy lets a request through when Lua fails.
it("HAProxy lets a request through only if the Lua file allowed it", {
	skip: isInstalled("haproxy") ? false : "haproxy is not installed here",
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
