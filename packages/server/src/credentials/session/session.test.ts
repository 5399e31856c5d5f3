import assert from "node:assert/strict";
import { it } from "node:test";
import { expiryOf } from "./session.ts";

it("A session that is not used runs out at the earlier of its limits, and says which; of equal ones the absolute", () => {
	const ends = [
		{ expiresAt: 7, idleExpiresAt: 3 },
		{ expiresAt: 3, idleExpiresAt: 7 },
		{ expiresAt: 3, idleExpiresAt: 3 },
	].map(expiryOf);
	assert.deepEqual(ends, [
		{ endedAt: 3, endReason: "idle" },
		{ endedAt: 3, endReason: "absolute" },
		{ endedAt: 3, endReason: "absolute" },
	]);
});
