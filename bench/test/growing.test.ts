import assert from "node:assert/strict";
import { test } from "node:test";
import { temporaryFolder } from "../lib/processes.ts";
import { createConnection } from "../load/connection.ts";
import { protocols } from "../subjects/protocols.ts";
import { sallyportOnPostgres } from "../subjects/sallyport.ts";

test("a service on PostgreSQL works beside sessions that were made by SQL", async () => {
	await using ends = new AsyncDisposableStack();
	const { start, grow, close } = await sallyportOnPostgres.prepare(ends.use(temporaryFolder()).path);
	ends.defer(async () => close?.());
	await grow?.(23);
	const server = ends.use(await start());
	const shown = await protocols.sallyport.begin(ends.use(createConnection(server.port)));
	assert.ok(shown.csrf);
});
