import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { it } from "node:test";
import { systemSchedule } from "./clock.ts";

it("what is scheduled keeps no process alive", () => {
	const program = `
		import { systemSchedule } from ${JSON.stringify(new URL("./clock.ts", import.meta.url).href)};
		systemSchedule(async () => {}, 3_600_000);
	`;
	const ran = spawnSync(process.execPath, ["--input-type=module", "-e", program], { timeout: 60_000 });
	assert.equal(ran.status, 0, String(ran.stderr));
});

it("what is scheduled happens once, unless it is cancelled", async () => {
	const happened: string[] = [];
	await new Promise<void>((resolve) => {
		const callOff = systemSchedule(async () => void happened.push("called off"), 0);
		systemSchedule(async () => {
			happened.push("scheduled");
			resolve();
		}, 0);
		callOff();
		// The timers keep nothing alive, so something else has to.
		setImmediate(function wait() {
			if (happened.length === 0) setImmediate(wait);
		});
	});
	assert.deepEqual(happened, ["scheduled"]);
});
