import assert from "node:assert/strict";
import { test } from "node:test";
import { createFairQueue, type FairQueue } from "./fair-queue.ts";

/** A queue of jobs named by client and number: "a1", "a2", "b1". */
function queueOf(limit: number, ...jobs: string[]) {
	const queue = createFairQueue<string>(limit);
	const add = (job: string) => queue.add(job, job.charAt(0));
	for (const job of jobs) assert.equal(add(job), undefined);
	return { queue, add };
}

function served(queue: FairQueue<string>): string[] {
	const jobs: string[] = [];
	for (let job = queue.next(); job !== undefined; job = queue.next()) jobs.push(job);
	return jobs;
}

test("one client is served in the order of arrival", () => {
	const { queue } = queueOf(9, "a1", "a2", "a3");
	assert.deepEqual(served(queue), ["a1", "a2", "a3"]);
});

test("clients take turns, however many jobs one of them has", () => {
	const { queue } = queueOf(9, "a1", "a2", "a3", "a4", "b1", "b2", "c1");
	assert.deepEqual(served(queue), ["a1", "b1", "c1", "a2", "b2", "a3", "a4"]);
});

test("who comes back waits for a turn of all others", () => {
	const { queue, add } = queueOf(9, "a1", "b1", "c1");
	assert.equal(queue.next(), "a1");
	add("a2");
	assert.deepEqual(served(queue), ["b1", "c1", "a2"]);
});

test("who takes a job out keeps the turn for the next one", () => {
	const { queue } = queueOf(9, "a1", "a2", "b1");
	assert.equal(queue.remove("a1"), true);
	assert.equal(queue.remove("a1"), false);
	assert.equal(queue.size(), 2);
	assert.deepEqual(served(queue), ["a2", "b1"]);
});

test("a job in the middle of a line, and the last, can be taken out", () => {
	const { queue, add } = queueOf(9, "a1", "a2", "a3", "a4");
	queue.remove("a2");
	queue.remove("a4");
	add("a5");
	assert.deepEqual(served(queue), ["a1", "a3", "a5"]);
});

test("a full queue drops the newest job of the longest line for a client with fewer", () => {
	const { queue, add } = queueOf(4, "a1", "a2", "a3", "b1");
	assert.equal(queue.hasRoom("c"), true);
	assert.equal(add("c1"), "a3");
	assert.equal(queue.size(), 4);
	assert.deepEqual(served(queue), ["a1", "b1", "c1", "a2"]);
});

test("a full queue refuses a client whose line would be as long as any", () => {
	const { queue, add } = queueOf(4, "a1", "a2", "b1", "c1");
	for (const job of ["a3", "b2", "c2"]) {
		assert.equal(queue.hasRoom(job.charAt(0)), false);
		assert.equal(add(job), job);
	}
	assert.equal(add("d1"), "a2");
	assert.equal(queue.hasRoom("e"), false);
	assert.equal(add("e1"), "e1");
	assert.deepEqual(served(queue), ["a1", "b1", "c1", "d1"]);
});

test("the longest line is the longest of now, not of the past", () => {
	const { queue, add } = queueOf(5, "a1", "a2", "a3", "a4", "b1");
	for (const job of ["a2", "a3", "a4"]) queue.remove(job);
	for (const job of ["b2", "b3", "c1"]) assert.equal(add(job), undefined);
	assert.equal(add("d1"), "b3");
	assert.deepEqual(served(queue), ["a1", "b1", "c1", "d1", "b2"]);
});

test("a queue without places takes nothing", () => {
	const { queue, add } = queueOf(0);
	assert.equal(add("a1"), "a1");
	assert.equal(queue.hasRoom("a"), false);
	assert.equal(queue.next(), undefined);
});
