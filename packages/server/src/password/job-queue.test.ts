import assert from "node:assert/strict";
import { test } from "node:test";
import { createJobQueue } from "./job-queue.ts";
import { Overloaded } from "./overloaded.ts";

function queueAt(limit = 3, deadline = 2000) {
	const time = { now: 0 };
	return { time, queue: createJobQueue<string>({ limit, deadline, clock: () => time.now }) };
}

test("jobs leave in the order in which they came", () => {
	const { queue } = queueAt();
	for (const job of ["a", "b", "c"]) queue.add(job);
	assert.deepEqual([queue.next(), queue.next(), queue.next(), queue.next()], ["a", "b", "c", undefined]);
});

test("a full queue refuses with the seconds after which to come back, and has room again when one leaves", () => {
	const { queue } = queueAt(2, 2500);
	queue.add("a");
	queue.refuseWhenFull();
	queue.add("b");
	const isFull = (error: unknown) =>
		error instanceof Overloaded &&
		error.reason === "full" &&
		error.retryAfter === 3 &&
		error.code === "overloaded";
	assert.throws(() => queue.add("c"), isFull);
	assert.throws(() => queue.refuseWhenFull(), isFull);
	queue.next();
	queue.add("c");
	assert.deepEqual(queue.takeAll(), ["b", "c"]);
});

test("a job may start until its deadline and not after it", () => {
	const { queue, time } = queueAt();
	queue.add("a");
	time.now = 500;
	queue.add("b");
	time.now = 2000;
	assert.equal(queue.timeToDeadline(), 0);
	assert.deepEqual(queue.takeLate(), []);
	time.now = 2001;
	assert.equal(queue.next(), "b", "next passes over what is late");
	assert.deepEqual(queue.takeLate(), ["a"]);
	assert.equal(queue.timeToDeadline(), null);
});

test("late jobs are taken out once, and only they", () => {
	const { queue, time } = queueAt();
	queue.add("a");
	queue.add("b");
	time.now = 1000;
	queue.add("c");
	time.now = 2500;
	assert.deepEqual(queue.takeLate(), ["a", "b"]);
	assert.deepEqual(queue.takeLate(), []);
	assert.equal(queue.timeToDeadline(), 500);
});

test("a removed job is never started and leaves room", () => {
	const { queue } = queueAt(2);
	queue.add("a");
	queue.add("b");
	queue.remove("a");
	queue.remove("a");
	queue.add("c");
	assert.deepEqual([queue.next(), queue.next(), queue.next()], ["b", "c", undefined]);
});
