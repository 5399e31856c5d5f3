import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { verifySync } from "@node-rs/argon2";
import type { HashJobs, HashParameters } from "./hash-jobs.ts";
import { Overloaded } from "./overloaded.ts";
import { createThreadPool, type ThreadPool, type ThreadPoolOptions } from "./thread-pool.ts";

const quick: HashParameters = { memory: 64, passes: 1, parallelism: 1 };
/** Takes long enough that everything a test does meanwhile happens while it runs. */
const slow: HashParameters = { memory: 65_536, passes: 8, parallelism: 1 };

interface Given extends Partial<Omit<ThreadPoolOptions, "program">> {
	parameters?: HashParameters;
	file?: string;
}

function pool({
	parameters = quick,
	file = "./hash-worker.ts",
	...options
}: Given = {}): ThreadPool<HashJobs> {
	return createThreadPool<HashJobs>({
		threads: 1,
		queueLimit: 10,
		deadline: 60_000,
		clock: () => 0,
		endWhenIdle: null,
		program: { url: new URL(file, import.meta.url), data: parameters, resourceLimits: {} },
		...options,
	});
}

const job = () => ({ password: Buffer.from("tangerine moped dusty") });
const isPhc = /^\$argon2id\$/;
const isOverloaded = (reason: Overloaded["reason"]) => (error: unknown) =>
	error instanceof Overloaded && error.reason === reason && error.retryAfter >= 1;

test("jobs that come before the threads are warm wait for them", async () => {
	const threads = pool({ threads: 2 });
	const answers = await Promise.all([1, 2, 3, 4, 5].map(() => threads.run("hash", job())));
	for (const { hash } of answers) assert.match(hash, isPhc);
	await threads.ready();
	assert.equal(threads.threads().length, 2);
	await threads.close();
});

test("a job beyond the queue's limit is refused, those in the queue are answered", async () => {
	const threads = pool({ queueLimit: 2, parameters: slow });
	await threads.ready();
	threads.refuseWhenFull();
	const accepted = [1, 2, 3].map(() => threads.run("hash", job()));
	assert.throws(() => threads.refuseWhenFull(), isOverloaded("full"));
	await assert.rejects(threads.run("hash", job()), isOverloaded("full"));
	for (const { hash } of await Promise.all(accepted)) assert.match(hash, isPhc);
	await threads.close();
});

test("a job that could not start by its deadline is refused", async () => {
	let now = 0;
	const threads = pool({ clock: () => now, deadline: 2000, parameters: slow });
	await threads.ready();
	const running = threads.run("hash", job());
	const late = threads.run("hash", job());
	now = 2001;
	const inTime = threads.run("hash", job());
	await assert.rejects(late, isOverloaded("late"));
	assert.match((await running).hash, isPhc);
	assert.match((await inTime).hash, isPhc);
	await threads.close();
});

test("a thread that becomes free does not start a job that is late", async () => {
	let now = 0;
	const threads = pool({ clock: () => now, deadline: 60_000 });
	await threads.ready();
	const running = threads.run("hash", job());
	const late = assert.rejects(threads.run("hash", job()), isOverloaded("late"));
	now = 60_001;
	assert.match((await running).hash, isPhc);
	await late;
	await threads.close();
});

test("a job is told that it is late while all threads are busy", async () => {
	const threads = pool({ clock: () => performance.now(), deadline: 1, parameters: slow });
	await threads.ready();
	const told: string[] = [];
	const running = threads.run("hash", job()).then(() => told.push("answer"));
	const late = assert.rejects(threads.run("hash", job()), isOverloaded("late")).then(() => told.push("late"));
	await Promise.all([running, late]);
	assert.deepEqual(told, ["late", "answer"]);
	await threads.close();
});

test("an aborted job leaves the queue at once and makes room", async () => {
	const threads = pool({ queueLimit: 1, parameters: slow });
	await threads.ready();
	const running = threads.run("hash", job());
	const controller = new AbortController();
	const waiting = threads.run("hash", job(), controller.signal);
	controller.abort(new Error("the client has gone"));
	threads.refuseWhenFull();
	await assert.rejects(waiting, /the client has gone/);
	await assert.rejects(threads.run("hash", job(), controller.signal), /the client has gone/);
	assert.match((await running).hash, isPhc);
	await threads.close();
});

test("a running job that is aborted is answered with the reason; the thread goes on", async () => {
	const threads = pool({ parameters: slow });
	await threads.ready();
	const controller = new AbortController();
	const running = threads.run("hash", job(), controller.signal);
	controller.abort(new Error("the client has gone"));
	await assert.rejects(running, /the client has gone/);
	assert.match((await threads.run("hash", job())).hash, isPhc);
	await threads.close();
});

test("a thread that dies in the middle of a job is replaced, and the job is answered", async () => {
	const threads = pool({ parameters: slow });
	await threads.ready();
	const [first] = threads.threads();
	const running = threads.run("hash", job());
	const waiting = threads.run("hash", job());
	void first?.worker.terminate();
	for (const { hash } of [await running, await waiting]) assert.ok(verifySync(hash, job().password));
	const [second] = threads.threads();
	assert.notEqual(second, first);
	await threads.close();
});

test("a job whose replacement dies too is answered with an error; the next one gets a new thread", async () => {
	const threads = pool({ parameters: slow });
	await threads.ready();
	const running = threads.run("hash", job());
	const [first] = threads.threads();
	void first?.worker.terminate();
	await first?.gone;
	const [second] = threads.threads();
	assert.ok(second);
	await once(second.worker, "message"); // warm, and given the job
	void second.worker.terminate();
	await assert.rejects(running, /thread died/);
	assert.match((await threads.run("hash", job())).hash, isPhc);
	await threads.close();
});

test("a job starts and finishes once, however many threads it costs", async () => {
	const seen: string[] = [];
	const threads = pool({
		parameters: slow,
		observe: {
			started: () => seen.push("started"),
			finished: () => seen.push("finished"),
			refused: () => seen.push("refused"),
		},
	});
	await threads.ready();
	const answered = threads.run("hash", job());
	void threads.threads()[0]?.worker.terminate();
	await answered;
	assert.deepEqual(seen.splice(0), ["started", "finished"]);

	const failed = assert.rejects(threads.run("hash", job()), /thread died/);
	const [first] = threads.threads();
	void first?.worker.terminate();
	await first?.gone;
	const [second] = threads.threads();
	void second?.worker.terminate(); // before it is warm
	await failed;
	assert.deepEqual(seen.splice(0), ["started", "finished"]);

	const controller = new AbortController();
	const left = assert.rejects(threads.run("hash", job(), controller.signal), /the client has gone/);
	const [third] = threads.threads();
	await once(third?.worker ?? assert.fail(), "message"); // warm, and given the job
	void third?.worker.terminate();
	await third?.gone;
	controller.abort(new Error("the client has gone"));
	await left;
	await threads.close();
	assert.deepEqual(seen.splice(0), ["started", "finished"]);
});

test("an idle thread that dies is replaced when there is work", async () => {
	const threads = pool();
	await threads.ready();
	const [first] = threads.threads();
	await first?.worker.terminate();
	assert.deepEqual(threads.threads(), []);
	assert.match((await threads.run("hash", job())).hash, isPhc);
	await threads.close();
});

test("threads that cannot start are reported and never waited for", async () => {
	const impossible = { memory: 8, passes: 1, parallelism: 16 }; // argon2 needs 8 KiB per lane
	const threads = pool({ parameters: impossible });
	const waiting = assert.rejects(threads.run("hash", job()), /thread died/);
	await assert.rejects(threads.ready(), (error: Error) => /memory/i.test(String(error.cause)));
	await waiting;
	await assert.rejects(threads.run("hash", job()), /thread died/);
	await threads.close();
});

test("close lets what runs finish, refuses what waits and what comes", async () => {
	const threads = pool({ parameters: slow });
	await threads.ready();
	const running = threads.run("hash", job());
	const waiting = assert.rejects(threads.run("hash", job()), isOverloaded("closing"));
	const closed = threads.close();
	await waiting;
	await assert.rejects(threads.run("hash", job()), isOverloaded("closing"));
	assert.match((await running).hash, isPhc);
	await closed;
	assert.deepEqual(threads.threads(), []);
});

test("close before the threads are warm ends them", async () => {
	const threads = pool({ threads: 2 });
	await threads.close();
	assert.deepEqual(threads.threads(), []);
	await assert.rejects(threads.ready(), isOverloaded("closing"));
});

test("threads that end when idle start with the first job and again with the next", async () => {
	const threads = pool({ endWhenIdle: 0 });
	assert.deepEqual(threads.threads(), []);
	for (let round = 0; round < 2; round++) {
		const answer = threads.run("hash", job());
		const [thread] = threads.threads();
		assert.match((await answer).hash, isPhc);
		await thread?.gone;
		assert.deepEqual(threads.threads(), []);
	}
	await threads.close();
});
