import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { text } from "node:stream/consumers";
import { it } from "node:test";
import { createOperationsListener } from "./operations.ts";

type Dependencies = Parameters<typeof createOperationsListener>[0];

const listener = (given: Partial<Dependencies> = {}) =>
	createOperationsListener({
		config: { operationsHost: "0.0.0.0", metricsToken: null },
		readiness: async () => ({ status: "ok", store: "ok", hashing: { state: "ok", waiting: 0 } }),
		scrape: async () => ({ contentType: "text/plain", text: "" }),
		findTraced: (id) => ({ id }),
		log: { error: () => {} },
		...given,
	});

/** The status of a doctor's request from a peer with that address. */
async function askFrom(peer: string): Promise<string | undefined> {
	const operations = listener();
	// The addresses of a network are not those of the machine that tests.
	const near = createServer({ allowHalfOpen: true }, (socket) => {
		Object.defineProperty(socket, "remoteAddress", { value: peer });
		operations.emit("connection", socket);
	});
	await once(near.listen(0, "127.0.0.1"), "listening");
	const socket = connect((near.address() as AddressInfo).port, "127.0.0.1");
	socket.write("GET /requests/x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
	const answer = await text(socket);
	near.close();
	return /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1];
}

it("how a traced request arrived is shown to peers on loopback only", async () => {
	for (const peer of ["127.0.0.1", "127.0.0.2", "::1", "::ffff:127.0.0.1"])
		assert.equal(await askFrom(peer), "200", peer);
	for (const peer of ["192.0.2.7", "10.0.0.1", "fd00::1", "::ffff:192.0.2.7", "0.0.0.0"])
		assert.equal(await askFrom(peer), "404", peer);
});

it("an operator finds in the log why /metrics answered 500", async (context) => {
	const logged: object[] = [];
	const reason = new Error("prom-client cannot be loaded");
	const operations = listener({
		scrape: () => Promise.reject(reason),
		log: { error: (detail) => void logged.push(detail) },
	});
	context.after(() => operations.close());
	await once(operations.listen(0, "127.0.0.1"), "listening");
	const { port } = operations.address() as AddressInfo;
	const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { headers: { connection: "close" } });
	assert.deepEqual([answer.status, await answer.text()], [500, '{"status":"internal_error"}']);
	assert.deepEqual(logged, [{ err: reason }]);
});
