import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { createOneAtATime } from "./one-at-a-time.ts";
import { createRawResponses } from "./raw-responses.ts";

const REQUEST = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";

/** What a client receives that sends nonsense as soon as it has received a part of the response, or all of it. */
async function afterNonsense(handle: RequestListener): Promise<string> {
	const oneAtATime = createOneAtATime({ requestsPerConnection: 10, refusing: () => {} });
	const server = createServer(oneAtATime(handle));
	server.on("clientError", createRawResponses({}).onClientError);
	await once(server.listen(0, "127.0.0.1"), "listening");
	try {
		const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
		socket.write(REQUEST);
		const [first] = (await once(socket, "data")) as [Buffer];
		socket.write("nonsense\r\n\r\n");
		return first.toString() + (await text(socket));
	} finally {
		server.close();
	}
}

const statuses = (received: string) =>
	[...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);

test("nonsense in the middle of a response closes the connection without a second response", async () => {
	const received = await afterNonsense((_request, response) => {
		response.writeHead(200, { "content-length": 100 });
		response.write("a part");
	});
	assert.deepEqual(statuses(received), ["200"]);
});

test("nonsense after a response gets a response of its own", async () => {
	const received = await afterNonsense((_request, response) => void response.end("all"));
	assert.deepEqual(statuses(received), ["200", "400"]);
});

for (const [sent, received] of [
	["", []],
	["GET / HT", ["408"]],
] as const)
	test(`a connection that has sent ${sent === "" ? "nothing" : "half a head"} in time is closed with ${received[0] ?? "no response"}`, async () => {
		const server = createServer({ headersTimeout: 50, requestTimeout: 50, connectionsCheckingInterval: 10 });
		server.on("clientError", createRawResponses({}).onClientError);
		await once(server.listen(0, "127.0.0.1"), "listening");
		try {
			const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
			socket.write(sent);
			assert.deepEqual(statuses(await text(socket)), received);
		} finally {
			server.close();
		}
	});
