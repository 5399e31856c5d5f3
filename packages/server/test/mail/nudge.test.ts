/** An instance that is told to look for mails looks again, whatever it is at. */
// Proves: mail-outbox
import assert from "node:assert/strict";
import { it } from "node:test";
import { setImmediate } from "node:timers/promises";
import { startMailWorld } from "../support/mail-world.ts";
import { watchStatements } from "../support/watch-statements.ts";

/** More than a look at an empty queue takes. */
const MOST_STEPS = 60;

it("a look follows each nudge, also one that comes between the end of a look and its report: a mail then waited for five seconds", async (context) => {
	const world = await startMailWorld();
	context.after(world.stop);
	const { outbox } = world.service.running.deployment;
	const lost: number[] = [];
	await watchStatements(async (seen) => {
		const looks = () => seen.filter((sql) => /^select "id" from "deliveries"/.test(sql)).length;
		for (let steps = 0; steps < MOST_STEPS; steps++) {
			outbox.nudge();
			for (let step = 0; step < steps; step++) await null;
			const before = looks();
			outbox.nudge();
			for (let turn = 0; turn < 3; turn++) await setImmediate();
			if (looks() === before) lost.push(steps);
		}
		assert.ok(looks() >= MOST_STEPS, String(looks()));
	});
	assert.deepEqual(lost, []);
});
