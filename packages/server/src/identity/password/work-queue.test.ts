// Proves: hashing-queue
import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { createWorkQueue, Overloaded, type WorkQueueOptions } from "./work-queue.ts";

const isOverloaded = (reason: Overloaded["reason"]) => (error: unknown) =>
	error instanceof Overloaded && error.reason === reason && Number(error.details.retryAfter) >= 1;
const gone = new Error("the client has gone");

function createQueue(options: Partial<WorkQueueOptions> = {}) {
	const queue = createWorkQueue({
		atOnce: 1,
		queueLimit: 10,
		deadline: 60_000,
		clock: () => 0,
		...options,
	});
	const started: string[] = [];
	/** Work that takes until its end is called. */
	function job(name: string, signal?: AbortSignal) {
		const { promise, resolve: end, reject: fail } = Promise.withResolvers<string>();
		const work = () => {
			started.push(name);
			return promise;
		};
		return { end: () => end(name), fail, result: queue.run(work, signal) };
	}
	return { queue, job, started };
}

test("as many jobs run at once as the limit allows, and one that ends makes way for the next", async () => {
	const { job, started } = createQueue({ atOnce: 2 });
	const [one, two, three] = [job("one"), job("two"), job("three")];
	assert.deepEqual(started, ["one", "two"]);
	two.end();
	assert.equal(await two.result, "two");
	assert.deepEqual(started, ["one", "two", "three"]);
	one.end();
	three.end();
	assert.deepEqual(await Promise.all([one.result, three.result]), ["one", "three"]);
});

test("a job that fails rejects with its own error, and makes way as well", async () => {
	const { job } = createQueue();
	const [one, two] = [job("one"), job("two")];
	one.fail(new Error("broken"));
	await assert.rejects(one.result, /broken/);
	two.end();
	assert.equal(await two.result, "two");
});

test("a job beyond the limit is refused, and waiting jobs are not", async () => {
	const { queue, job } = createQueue({ queueLimit: 2 });
	queue.refuseWhenFull();
	const accepted = [job("running"), job("first"), job("second")];
	assert.throws(() => queue.refuseWhenFull(), isOverloaded("full"));
	await assert.rejects(job("too many").result, isOverloaded("full"));
	for (const each of accepted) each.end();
	assert.deepEqual(await Promise.all(accepted.map(({ result }) => result)), ["running", "first", "second"]);
});

test("a job that did not start by its deadline is refused, and never starts", async () => {
	let now = 0;
	const { job, started } = createQueue({ clock: () => now, deadline: 2000 });
	const [running, late] = [job("running"), job("late")];
	now = 2001;
	const inTime = job("in time");
	await assert.rejects(late.result, isOverloaded("late"));
	running.end();
	inTime.end();
	await Promise.all([running.result, inTime.result]);
	assert.deepEqual(started, ["running", "in time"]);
});

test("a job that ends starts none that is late", async () => {
	let now = 0;
	const { job, started } = createQueue({ clock: () => now });
	const [running, late] = [job("running"), job("late")];
	now = 60_001;
	running.end();
	await running.result;
	await assert.rejects(late.result, isOverloaded("late"));
	assert.deepEqual(started, ["running"]);
});

test("a late job is refused while no other one ends", async () => {
	const { job } = createQueue({ clock: () => performance.now(), deadline: 1 });
	const [running, late] = [job("running"), job("late")];
	await assert.rejects(late.result, isOverloaded("late"));
	running.end();
	await running.result;
});

/** Runs one job, lets 160 others come too late, and waits a number of turns of the event loop. */
async function lateTogether(turns: number) {
	let now = 0;
	const { queue, job } = createQueue({ clock: () => now, queueLimit: 200, deadline: 2000 });
	const running = job("running");
	let turn = 0;
	const refusals = Array.from({ length: 160 }, (_, at) =>
		job(`late ${at}`).result.then(assert.fail, ({ reason }: Overloaded) => ({ turn, reason })),
	);
	now = 2001;
	queue.refuseWhenFull();
	for (; turn < turns; turn += 1) await setImmediate();
	running.end();
	await queue.close();
	return Promise.all(refusals);
}

test("of many jobs that are late together a few are refused in each turn of the event loop, and all of them soon", async () => {
	const refusals = await lateTogether(80);
	const inTurns = Map.groupBy(refusals, ({ turn }) => turn).values();
	const most = Math.max(...[...inTurns].map(({ length }) => length));
	assert.ok(most <= 10, `${most} in one turn`);
	assert.ok(refusals.every(({ reason }) => reason === "late"));
});

test("close refuses the late ones that are left", async () => {
	const refusals = await lateTogether(1);
	assert.ok(refusals.some(({ reason }) => reason === "late"));
	assert.ok(refusals.filter(({ reason }) => reason === "closing").length > 100);
});

test("an aborted job leaves the queue at once and makes room", async () => {
	const { queue, job } = createQueue({ queueLimit: 1 });
	const controller = new AbortController();
	const [running, waiting] = [job("running"), job("waiting", controller.signal)];
	controller.abort(gone);
	queue.refuseWhenFull();
	await assert.rejects(waiting.result, gone);
	await assert.rejects(job("aborted before", controller.signal).result, gone);
	running.end();
	assert.equal(await running.result, "running");
});

test("an aborted job that runs is finished and answered", async () => {
	const { job } = createQueue();
	const controller = new AbortController();
	const running = job("running", controller.signal);
	controller.abort(gone);
	running.end();
	assert.equal(await running.result, "running");
});

test("close lets running jobs finish, and refuses those that wait or come later", async () => {
	const { queue, job } = createQueue();
	const [running, waiting] = [job("running"), job("waiting")];
	let isClosed = false;
	const closed = queue.close().then(() => {
		isClosed = true;
	});
	await assert.rejects(waiting.result, isOverloaded("closing"));
	await assert.rejects(job("late comer").result, isOverloaded("closing"));
	assert.equal(isClosed, false);
	running.end();
	assert.equal(await running.result, "running");
	await closed;
	await queue.close();
});
