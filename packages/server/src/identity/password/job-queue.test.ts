/** What the model leaves out: the question whether there is room, and lots over time. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { systemRandom } from "../../platform/lib/random.ts";
import type { Lane } from "../../platform/metrics/lanes.ts";
import { createJobQueue } from "./job-queue.ts";

function queueAt(limit: number) {
	const time = { now: 0 };
	const queue = createJobQueue<string>({
		limit,
		deadline: 2000,
		clock: () => time.now,
		random: systemRandom,
	});
	const add = (job: string, lane: Lane, from = "") => queue.add(job, { lane, from });
	return { time, queue, add };
}

test("a client that may be known may also use the room of the lane of known devices", () => {
	const { queue, add } = queueAt(1);
	add("a", "quiet");
	assert.equal(queue.hasRoom("", false), false);
	assert.equal(queue.hasRoom("", true), true);
	add("b", "known");
	assert.equal(queue.hasRoom("", true), false);
});

test("room is looked for in the lane where the unknown device last waited, for a while, and then in the quiet lane", () => {
	const { queue, add, time } = queueAt(1);
	add("a", "suspect", "2001:db8::1");
	assert.equal(queue.hasRoom("2001:db8::2", false), false, "of the same /64");
	assert.equal(queue.hasRoom("2001:db8:0:1::1", false), true);
	time.now = 2000;
	assert.equal(queue.hasRoom("2001:db8::2", false), true);
	add("b", "quiet", "192.0.2.1");
	assert.equal(queue.hasRoom("192.0.2.1", false), false);
});

// Proves: full-queue
test("a full lane admits some newcomers by lot, does not change that decision, and draws again after the deadline", () => {
	const { queue, add, time } = queueAt(8);
	for (let number = 0; number < 8; number++) add(`first ${number}`, "quiet", `192.0.2.${number}`);
	let entered = 0;
	const refused: string[] = [];
	for (let number = 0; number < 100; number++) {
		const from = `198.51.100.${number}`;
		const room = queue.hasRoom(from, false);
		assert.equal(queue.hasRoom(from, false), room);
		const dropped = add(`newcomer ${number}`, "quiet", from);
		assert.equal(dropped !== `newcomer ${number}`, room);
		if (room) entered++;
		else refused.push(from);
	}
	// Of 108 that draw, the eight with the highest lots stay; the chance that no newcomer has one is 1 in 10^11.
	assert.ok(entered > 0 && entered < 100, String(entered));
	// Not one that waits already: it has no room for a second job, whatever its lot.
	const unlucky = refused[0] ?? assert.fail();
	let periods = 0;
	while (!queue.hasRoom(unlucky, false) && periods < 1000) time.now = 2000 * ++periods;
	assert.ok(periods < 1000, "the lot never changes");
});
