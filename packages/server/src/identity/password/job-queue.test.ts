// Proves: hashing-queue
import assert from "node:assert/strict";
import { test } from "node:test";
import { systemRandom } from "../../platform/lib/random.ts";
import { type Lane, lanes } from "../../platform/metrics/lanes.ts";
import { commonPlace, createJobQueue } from "./job-queue.ts";

function queueAt(limit = 3, deadline = 2000) {
	const time = { now: 0 };
	const queue = createJobQueue<string>({ limit, deadline, clock: () => time.now, random: systemRandom });
	const add = (job: string, lane: Lane = commonPlace.lane, from = commonPlace.from) =>
		queue.add(job, { lane, from });
	return { time, queue, add };
}

test("jobs of one place leave in the order in which they came", () => {
	const { queue, add } = queueAt();
	for (const job of ["a", "b", "c"]) add(job);
	assert.deepEqual([queue.next(), queue.next(), queue.next(), queue.next()], ["a", "b", "c", undefined]);
});

/** The lanes of the next jobs, by their initials. */
function nextLanes(count: number, queue: ReturnType<typeof queueAt>["queue"]): string {
	return Array.from({ length: count }, () => queue.next()?.charAt(0)).join("");
}

test("while all lanes wait, one start of four goes to an unknown device, and one of four of those to a suspect", () => {
	const { queue, add } = queueAt(100);
	for (const lane of lanes) for (let number = 0; number < 40; number++) add(`${lane} ${number}`, lane);
	assert.equal(nextLanes(32, queue), "kkkqkkkqkkkqkkks".repeat(2));
	assert.deepEqual(queue.sizes(), { known: 16, quiet: 34, suspect: 38 });
});

test("a lane in which none waits gives its turns to the other lanes", () => {
	const { queue, add } = queueAt(100);
	for (let number = 0; number < 6; number++) add(`suspect ${number}`, "suspect");
	for (let number = 0; number < 6; number++) add(`quiet ${number}`, "quiet");
	assert.equal(nextLanes(4, queue), "qqqs");
	for (let number = 0; number < 4; number++) add(`known ${number}`, "known");
	assert.equal(nextLanes(12, queue), "kkkqkqqsssss");
});

test("an unknown device that comes when only known devices wait is started next", () => {
	const { queue, add } = queueAt(100);
	for (let number = 0; number < 9; number++) add(`known ${number}`, "known");
	assert.equal(nextLanes(5, queue), "kkkkk");
	add("suspect", "suspect");
	assert.equal(nextLanes(5, queue), "skkkk");
});

// Proves: full-queue
test("each lane has its own bound, and room again when a job leaves", () => {
	const { queue, add } = queueAt(2);
	for (const lane of lanes) {
		add(`${lane} 1`, lane);
		add(`${lane} 2`, lane);
		assert.equal(add(`${lane} 3`, lane), `${lane} 3`);
	}
	assert.deepEqual(queue.sizes(), { known: 2, quiet: 2, suspect: 2 });
	assert.equal(queue.next(), "known 1");
	assert.equal(add("known 3", "known"), undefined);
	assert.deepEqual(queue.takeAll(), ["known 2", "quiet 1", "quiet 2", "suspect 1", "suspect 2", "known 3"]);
	assert.deepEqual(queue.sizes(), { known: 0, quiet: 0, suspect: 0 });
});

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

// Proves: full-queue
test("a job that is pushed out has left: it is neither started nor late", () => {
	const { queue, add, time } = queueAt(2);
	add("a1", "quiet", "a");
	add("a2", "quiet", "a");
	assert.equal(add("b1", "quiet", "b"), "a2");
	time.now = 2001;
	assert.deepEqual(queue.takeLate(), ["a1", "b1"]);
	assert.equal(queue.remove("a2"), false);
	assert.equal(queue.timeToDeadline(), null);
});

test("a job may start until its deadline and not after it", () => {
	const { queue, add, time } = queueAt();
	add("a");
	time.now = 500;
	add("b");
	time.now = 2000;
	assert.equal(queue.timeToDeadline(), 0);
	assert.deepEqual(queue.takeLate(), []);
	time.now = 2001;
	assert.deepEqual(queue.takeLate(), ["a"]);
	assert.equal(queue.next(), "b");
	assert.equal(queue.timeToDeadline(), null);
});

test("the late jobs are the oldest, whatever their lanes and turns; they are taken out once and leave room", () => {
	const { queue, add, time } = queueAt(2);
	add("a1", "suspect", "a");
	add("a2", "suspect", "a");
	add("b1", "known", "b");
	time.now = 1000;
	add("c1", "known", "c");
	time.now = 2500;
	assert.equal(add("b2", "known", "b"), "b2");
	assert.deepEqual(queue.takeLate(), ["a1", "a2", "b1"]);
	assert.deepEqual(queue.takeLate(), []);
	assert.equal(queue.timeToDeadline(), 500);
	assert.deepEqual(queue.sizes(), { known: 1, quiet: 0, suspect: 0 });
});

test("a removed job is never started and leaves room", () => {
	const { queue, add } = queueAt(2);
	add("a");
	add("b");
	assert.equal(queue.remove("a"), true);
	assert.equal(queue.remove("a"), false);
	assert.equal(add("c"), undefined);
	assert.deepEqual([queue.next(), queue.next(), queue.next()], ["b", "c", undefined]);
});
