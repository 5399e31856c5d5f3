// Proves: one-request-at-a-time
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, IncomingMessage } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { test } from "node:test";
import { createOneAtATime } from "./one-at-a-time.ts";

test("of a chunk with thousands of requests, none is parsed after the one for which the connection is closed", async () => {
	let [parsed, refused] = [0, 0];
	class Counted extends IncomingMessage {
		constructor(socket: Socket) {
			super(socket);
			parsed += 1;
		}
	}
	const oneAtATime = createOneAtATime({
		requestsPerConnection: 1000,
		refusing: () => {
			refused += 1;
		},
	});
	const server = createServer(
		{ IncomingMessage: Counted },
		oneAtATime(() => {}),
	);
	await once(server.listen(0, "127.0.0.1"), "listening");
	try {
		const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
		socket.on("error", () => {}).resume();
		socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(1500));
		await once(socket, "close");
		assert.equal(refused, 1);
		// One runs, sixteen wait, one is refused, and at the next one the parser stops.
		assert.ok(parsed <= 19, `${parsed} were parsed`);
	} finally {
		server.close();
	}
});
