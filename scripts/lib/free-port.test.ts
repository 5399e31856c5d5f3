import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:net";
import { it } from "node:test";
import { freePort } from "./free-port.ts";

it("a port is given once, though nothing listens there yet, and is free", async () => {
	const ports = new Set<number>();
	for (let i = 0; i < 500; i++) {
		const port = await freePort();
		assert.ok(!ports.has(port), `${port} again, as number ${i}`);
		ports.add(port);
	}
	const server = createServer().listen([...ports][0], "127.0.0.1");
	await once(server, "listening");
	server.close();
});
