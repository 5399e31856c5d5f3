import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { it } from "node:test";
import { cheap } from "../support/cheap-hashing.ts";
import { rawRequest, statuses } from "../support/raw.ts";
import { scrape } from "../support/scrape.ts";
import { isOpen } from "../support/serve-process.ts";
import { startTestService } from "../support/service.ts";

const addresses = Object.values(networkInterfaces())
	.flat()
	.map((each) => each?.address)
	.filter((address) => address === "127.0.0.1" || address === "::1");

it("a service on localhost answers at every loopback address, until it stops", async () => {
	const service = await startTestService({ settings: { ...cheap, SALLYPORT_HOST: "localhost" } });
	try {
		for (const address of addresses) {
			const socket = connect(service.port, address);
			socket.write(rawRequest(["GET /healthz HTTP/1.1", "Host: localhost"]).repeat(3));
			let received = "";
			socket.on("data", (chunk: Buffer) => {
				received += chunk.toString("latin1");
			});
			while (statuses(received).length < 3) await once(socket, "data");
			assert.deepEqual(statuses(received), ["200", "200", "200"], address);
		}
	} finally {
		// With a connection to each, idle: it must not wait for them.
		await service.stop();
	}
	assert.equal(await isOpen(service.port), false);
});

// Proves: connection-limit
it("an idle connection gives way to a new one, the one that is idle for longest first; the limit is for both listeners", async () => {
	const settings = { ...cheap, SALLYPORT_CONNECTIONS: "3", SALLYPORT_HOST: "localhost" };
	const service = await startTestService({ settings });
	const get = rawRequest(["GET /healthz HTTP/1.1", "Host: localhost"]);
	const ask = async (socket: Socket) => {
		socket.write(get);
		const [answer] = await Promise.race([once(socket, "data"), once(socket, "close")]);
		return String(answer).startsWith("HTTP/1.1 200");
	};
	const open = async (host: string) => {
		const socket = connect(service.port, host).on("error", () => {});
		assert.equal(await ask(socket), true);
		return socket;
	};
	const [one = "", other = one] = addresses;
	const sockets = [await open(one), await open(other), await open(one)] as [Socket, Socket, Socket];
	try {
		// It is no longer the one that is idle for longest.
		assert.equal(await ask(sockets[0]), true);
		const closed = once(sockets[1], "close");
		const fourth = await open(other);
		await closed;
		sockets.push(fourth);
		for (const socket of [sockets[0], sockets[2], fourth]) assert.equal(await ask(socket), true);
		assert.equal((await scrape(service)).value('sallyport_connections_refused_total{reason="limit"}'), 1);
	} finally {
		for (const socket of sockets) socket.destroy();
		await service.stop();
	}
});
