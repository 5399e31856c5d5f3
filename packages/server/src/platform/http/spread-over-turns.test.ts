import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { it } from "node:test";
import { spreadOverTurns } from "./spread-over-turns.ts";

const CONNECTIONS = 200;
const MOST = 10;

it("begins few of many requests in one turn of the event loop, and all of them in the end", async () => {
	const begun: Array<{ turn: number; path: string | undefined }> = [];
	let turn = 0;
	let isOver = false;
	const server = createServer(
		spreadOverTurns((request, response) => {
			begun.push({ turn, path: request.url });
			response.end("done");
		}, MOST),
	);
	await once(server.listen(0, "127.0.0.1"), "listening");
	const { port } = server.address() as AddressInfo;
	let accepted = 0;
	const allAccepted = Promise.withResolvers<void>();
	server.on("connection", () => {
		accepted += 1;
		if (accepted === CONNECTIONS) allAccepted.resolve();
	});
	const sockets = Array.from({ length: CONNECTIONS }, () => connect(port, "127.0.0.1"));
	await allAccepted.promise;
	const count = () => {
		turn += 1;
		if (!isOver) setImmediate(count);
	};
	count();
	const answers = sockets.map((socket, at) => {
		socket.write(`GET /${at} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
		return text(socket);
	});
	for (const answer of await Promise.all(answers)) assert.match(answer, /^HTTP\/1\.1 200 /);
	isOver = true;
	server.close();

	const inTurn = [...Map.groupBy(begun, (each) => each.turn).values()].map(({ length }) => length);
	// One count may hold the end of one turn and the beginning of the next.
	assert.ok(Math.max(...inTurn) <= 2 * MOST, inTurn.join(" "));
	assert.equal(new Set(begun.map(({ path }) => path)).size, CONNECTIONS);
});
