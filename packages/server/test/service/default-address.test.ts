/** A start that names a port and no base URL. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { cheap } from "../support/cheap-hashing.ts";
import { startTestService } from "../support/service.ts";

it("A service on another port than that of its default base URL says where its links lead, and what to set", async () => {
	const settings = { ...cheap, SALLYPORT_BASE_URL: "" };
	const service = await startTestService({ settings });
	const { port, running } = service;
	await service.stop();
	assert.deepEqual(running.warnings, [
		`Links lead to http://localhost:8400, and the service listens on port ${port}. Unless a proxy passes on what comes there, set SALLYPORT_BASE_URL=http://localhost:${port}.`,
	]);
});
