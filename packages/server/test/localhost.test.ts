import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { it } from "node:test";
import { cheap } from "./cheap.ts";
import { rawRequest, statuses } from "./raw.ts";
import { isOpen } from "./serve-process.ts";
import { startTestService } from "./service.ts";

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
