// Proves: hashing-queue
import assert from "node:assert/strict";
import { test } from "node:test";
import { createFairQueue, type FairQueue } from "./fair-queue.ts";

/** Jobs are named by address and number: "a 1", "a 2", "2001:db8:1:1:: 1". */
const addressOf = (job: string) => job.slice(0, job.lastIndexOf(" "));

function queueOf(limit: number, jobs: string[], lots: Record<string, number> = {}) {
	const queue = createFairQueue<string>(limit, (name) => lots[name] ?? 0);
	const add = (job: string) => queue.add(job, addressOf(job));
	for (const job of jobs) assert.equal(add(job), undefined);
	return { queue, add };
}

function served(queue: FairQueue<string>): string[] {
	const jobs: string[] = [];
	for (let job = queue.next(); job !== undefined; job = queue.next()) jobs.push(job);
	return jobs;
}

test("one client is served in the order of arrival", () => {
	const { queue } = queueOf(9, ["a 1", "a 2", "a 3"]);
	assert.deepEqual(served(queue), ["a 1", "a 2", "a 3"]);
});

test("clients take turns, however many jobs one of them has", () => {
	const { queue } = queueOf(9, ["a 1", "a 2", "a 3", "a 4", "b 1", "b 2", "c 1"]);
	assert.deepEqual(served(queue), ["a 1", "b 1", "c 1", "a 2", "b 2", "a 3", "a 4"]);
});

test("a client that comes back waits for a turn of all others", () => {
	const { queue, add } = queueOf(9, ["a 1", "b 1", "c 1"]);
	assert.equal(queue.next(), "a 1");
	add("a 2");
	assert.deepEqual(served(queue), ["b 1", "c 1", "a 2"]);
});

test("a client that takes a job out keeps the turn for its next one", () => {
	const { queue } = queueOf(9, ["a 1", "a 2", "b 1"]);
	assert.equal(queue.remove("a 1"), true);
	assert.equal(queue.remove("a 1"), false);
	assert.equal(queue.size(), 2);
	assert.deepEqual(served(queue), ["a 2", "b 1"]);
});

test("a job in the middle of a line can be taken out, and so can the last", () => {
	const { queue, add } = queueOf(9, ["a 1", "a 2", "a 3", "a 4"]);
	queue.remove("a 2");
	queue.remove("a 4");
	add("a 5");
	assert.deepEqual(served(queue), ["a 1", "a 3", "a 5"]);
});

test("the addresses of one /48 share the turns of one network, and take turns inside it", () => {
	const { queue } = queueOf(9, [
		"2001:db8:1:a::1 1",
		"2001:db8:1:a::2 2",
		"2001:db8:1:b::1 1",
		"2001:db8:1:c::1 1",
		"2001:db8:2:a::1 1",
		"192.0.2.1 1",
		"192.0.2.2 1",
	]);
	assert.deepEqual(served(queue), [
		"2001:db8:1:a::1 1",
		"2001:db8:2:a::1 1",
		"192.0.2.1 1",
		"192.0.2.2 1",
		"2001:db8:1:b::1 1",
		"2001:db8:1:c::1 1",
		"2001:db8:1:a::2 2",
	]);
});

// Proves: full-queue
test("a full queue drops the newest job of the fullest address for a client with fewer", () => {
	const { queue, add } = queueOf(4, ["a 1", "a 2", "a 3", "b 1"]);
	assert.equal(queue.hasRoom("c"), true);
	assert.equal(add("c 1"), "a 3");
	assert.equal(queue.size(), 4);
	assert.deepEqual(served(queue), ["a 1", "b 1", "c 1", "a 2"]);
});

// Proves: full-queue
test("a full queue drops from the fullest /48, though each of its addresses has one job only", () => {
	const { queue, add } = queueOf(4, ["2001:db8:1:a::1 1", "2001:db8:1:b::1 1", "192.0.2.1 1", "192.0.2.2 1"]);
	assert.equal(queue.hasRoom("2001:db8:1:c::1"), true, "in the place of its neighbour");
	assert.equal(add("192.0.2.3 1"), "2001:db8:1:a::1 1");
	assert.equal(queue.size(), 4);
});

// Proves: full-queue
test("a client whose line would be the fullest finds no room", () => {
	const { queue, add } = queueOf(4, ["a 1", "a 2", "b 1", "c 1"]);
	assert.equal(queue.hasRoom("a"), false);
	assert.equal(add("a 3"), "a 3");
	assert.equal(add("d 1"), "a 2");
	assert.deepEqual(served(queue), ["a 1", "b 1", "c 1", "d 1"]);
});

// Proves: full-queue
test("where all are equally full, one is drawn by lot, the newcomer included", () => {
	const { queue, add } = queueOf(3, ["a 1", "b 1", "c 1"], { a: 5, b: 3, c: 7, d: 4, e: 2, f: 6 });
	assert.equal(queue.hasRoom("d"), true);
	assert.equal(add("d 1"), "b 1");
	assert.equal(queue.hasRoom("e"), false);
	assert.equal(add("e 1"), "e 1");
	assert.equal(add("f 1"), "d 1");
	assert.deepEqual(served(queue), ["a 1", "c 1", "f 1"]);
});

// Proves: full-queue
test("among the addresses of the fullest network, too, one is drawn by lot", () => {
	const lots = { "2001:db8:1:a": 5, "2001:db8:1:b": 3, "2001:db8:1:c": 4, "2001:db8:1:d": 1 };
	const { queue, add } = queueOf(2, ["2001:db8:1:a:: 1", "2001:db8:1:b:: 1"], lots);
	assert.equal(add("2001:db8:1:c:: 1"), "2001:db8:1:b:: 1");
	assert.equal(queue.hasRoom("2001:db8:1:d::"), false);
	assert.equal(add("2001:db8:1:d:: 1"), "2001:db8:1:d:: 1");
});

test("the fullest line is the one that is longest now, not the one that was", () => {
	const { queue, add } = queueOf(5, ["a 1", "a 2", "a 3", "a 4", "b 1"]);
	for (const job of ["a 2", "a 3", "a 4"]) queue.remove(job);
	for (const job of ["b 2", "b 3", "c 1"]) assert.equal(add(job), undefined);
	assert.equal(add("d 1"), "b 3");
	assert.deepEqual(served(queue), ["a 1", "b 1", "c 1", "d 1", "b 2"]);
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
