import assert from "node:assert/strict";
import { it } from "node:test";
import { hashQueueOf } from "./credential-settings.ts";

it("unless it is set, more logins may wait on a machine with more cores", () => {
	const waiting = [1, 2, 3, 16, 64, 128].map(hashQueueOf);
	assert.deepEqual(waiting, [256, 256, 384, 2048, 8192, 10_000]);
});
