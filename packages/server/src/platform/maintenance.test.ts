import assert from "node:assert/strict";
import { it } from "node:test";
import { createMaintenance } from "./maintenance.ts";

it("what runs apart for long holds up nothing else, and the stop waits for it", async () => {
	const [long, next] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
	const maintenance = createMaintenance(
		[
			{ apart: true, atStart: true, run: () => long.promise, hurry: long.resolve },
			{ apart: true, atStart: true, run: async () => next.resolve() },
		],
		{ error: assert.fail },
	);
	maintenance.start();
	await next.promise;
	await maintenance.stop();
	await long.promise;
});
