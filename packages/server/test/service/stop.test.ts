import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { it } from "node:test";
import { cheap } from "../support/cheap-hashing.ts";
import { rawRequest } from "../support/raw.ts";
import { ADMIN_PASSWORD, startTestService } from "../support/service.ts";

// Waiting for the connection, which its client would keep open, takes five minutes.
it("a stop answers the login under way and then closes its connection", { timeout: 60_000 }, async () => {
	const service = await startTestService({ settings: { ...cheap, SALLYPORT_STOP_TIMEOUT: "5m" } });
	await service.addUser("ada");
	const csrf = await service.copiedCsrf(await service.loggedIn("ada"));
	const body = JSON.stringify({ username: "ada", password: ADMIN_PASSWORD });
	const head = ["POST /api/auth/login HTTP/1.1", "Host: localhost", "Content-Type: application/json"];
	const socket = connect(service.port, "127.0.0.1");
	socket.write(
		rawRequest([...head, `csrf: ${csrf}`, "Expect: 100-continue", `Content-Length: ${body.length}`]),
	);
	const [interim] = await once(socket, "data");
	assert.match(String(interim), /^HTTP\/1\.1 100 /);
	const stopped = service.stop();
	socket.write(body);
	const answer = await text(socket);
	assert.match(answer, /^HTTP\/1\.1 200 /);
	assert.match(answer, /"message":"Login successful"/);
	await stopped;
});
