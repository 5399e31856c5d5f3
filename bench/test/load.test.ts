import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { startHelper } from "../load/helper.ts";
import type * as LoadTasks from "../load/load-process.ts";

test("load that a server refuses altogether is a failure, and no figure", async () => {
	const server = createServer((_request, response) => response.writeHead(503).end());
	await once(server.listen(0, "127.0.0.1"), "listening");
	const { port } = server.address() as AddressInfo;
	try {
		await using helper = startHelper<typeof LoadTasks>("load-process.ts");
		const order = { port, connections: 2, duration: 100, requests: [{ path: "/" }] };
		await assert.rejects(helper.ask("load", order), /Not one request succeeded in time: \{"503":\d+\}/);
	} finally {
		server.closeAllConnections();
		server.close();
	}
});
