import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { it } from "node:test";
import { cheap } from "../support/cheap-hashing.ts";
import { rawRequest } from "../support/raw.ts";
import { startTestService } from "../support/service.ts";

// Its broken connection looks like that of a database; any client could raise the alarm of a lost store.
it("a client that hangs up in the middle of its body does not disturb the service", async () => {
	const service = await startTestService({ settings: cheap });
	await service.addUser("ada");
	const csrf = await service.copiedCsrf(await service.loggedIn("ada"));
	const head = ["POST /api/auth/login HTTP/1.1", "Host: localhost", "Content-Type: application/json"];
	const socket = connect(service.port, "127.0.0.1");
	socket.write(rawRequest([...head, `csrf: ${csrf}`, "Expect: 100-continue", "Content-Length: 50"]));
	assert.match(String(await once(socket, "data")), /^HTTP\/1\.1 100 /);
	socket.write('{"username"');
	socket.destroy();
	await once(socket, "close");
	// Which waits for everything that is under way.
	await service.stop();
	assert.deepEqual(
		service.logged.filter((line) => "err" in line),
		[],
	);
});
