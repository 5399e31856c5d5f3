/** What the model leaves out: the question whether there is room, and whom a lot decides for. */
// Proves: full-queue
import assert from "node:assert/strict";
import { test } from "node:test";
import { createFairQueue } from "./fair-queue.ts";

/** Jobs are named by address and number: "a 1", "a 2", "2001:db8:1:1:: 1". */
const addressOf = (job: string) => job.slice(0, job.lastIndexOf(" "));

function queueOf(limit: number, jobs: string[], lots: Record<string, number> = {}) {
	const queue = createFairQueue<string>(limit, (name) => lots[name] ?? 0);
	const add = (job: string) => queue.add(job, addressOf(job));
	for (const job of jobs) assert.equal(add(job), undefined);
	return { queue, add };
}

function served(queue: ReturnType<typeof queueOf>["queue"]): string[] {
	const jobs: string[] = [];
	for (let job = queue.next(); job !== undefined; job = queue.next()) jobs.push(job);
	return jobs;
}

test("a client whose line would be the fullest finds no room", () => {
	const { queue, add } = queueOf(4, ["a 1", "a 2", "b 1", "c 1"]);
	assert.equal(queue.hasRoom("a"), false);
	assert.equal(add("a 3"), "a 3");
	assert.equal(add("d 1"), "a 2");
	assert.deepEqual(served(queue), ["a 1", "b 1", "c 1", "d 1"]);
});

test("where all are equally full, one is drawn by lot, the newcomer included", () => {
	const { queue, add } = queueOf(3, ["a 1", "b 1", "c 1"], { a: 5, b: 3, c: 7, d: 4, e: 2, f: 6 });
	assert.equal(queue.hasRoom("d"), true);
	assert.equal(add("d 1"), "b 1");
	assert.equal(queue.hasRoom("e"), false);
	assert.equal(add("e 1"), "e 1");
	assert.equal(add("f 1"), "d 1");
	assert.deepEqual(served(queue), ["a 1", "c 1", "f 1"]);
});

test("among the addresses of the fullest network, too, one is drawn by lot", () => {
	const lots = { "2001:db8:1:a": 5, "2001:db8:1:b": 3, "2001:db8:1:c": 4, "2001:db8:1:d": 1 };
	const { queue, add } = queueOf(2, ["2001:db8:1:a:: 1", "2001:db8:1:b:: 1"], lots);
	assert.equal(add("2001:db8:1:c:: 1"), "2001:db8:1:b:: 1");
	assert.equal(queue.hasRoom("2001:db8:1:d::"), false);
	assert.equal(add("2001:db8:1:d:: 1"), "2001:db8:1:d:: 1");
});

test("asking whether there is room changes nothing", () => {
	const { queue, add } = queueOf(3, ["a 1", "b 1", "b 2"]);
	for (const from of ["a", "b", "c", "2001:db8::1"]) queue.hasRoom(from);
	assert.equal(queue.size(), 3);
	assert.equal(add("c 1"), "b 2");
	assert.deepEqual(served(queue), ["a 1", "b 1", "c 1"]);
});

test("a queue without places takes nothing", () => {
	const { queue, add } = queueOf(0, []);
	assert.equal(add("a 1"), "a 1");
	assert.equal(queue.hasRoom("a"), false);
	assert.equal(queue.next(), undefined);
});
