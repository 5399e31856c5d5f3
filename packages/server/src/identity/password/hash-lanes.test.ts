/**
 * Who gets a hashing thread, with a real one. What a test asks for without giving way to the event loop arrives while the
 * first job runs: its end is an event.
 */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { createPasswordHasher, Overloaded, type PasswordHasherOptions, type Place } from "./hash.ts";

const parameters = { memory: 64, passes: 1, parallelism: 1 };
const password = "tangerine moped dusty";
const isFull = (error: unknown) => error instanceof Overloaded && error.reason === "full";

function oneThread(context: TestContext, options: Partial<PasswordHasherOptions> = {}) {
	const hasher = createPasswordHasher({
		threads: 1,
		parameters,
		queueLimit: 10,
		deadline: 60_000,
		clock: () => 0,
		...options,
	});
	context.after(() => hasher.close());
	const answered: string[] = [];
	return {
		hasher,
		/** The names of those answered, in that order. */
		answered,
		async logIn(name: string, place?: Place) {
			await hasher.verify(null, password, undefined, place);
			answered.push(name);
		},
	};
}

// Proves: full-queue
test("while a thread is idle no client is refused, even without a queue", async (context) => {
	const { hasher, logIn } = oneThread(context, { queueLimit: 0 });
	hasher.refuseWhenFull("192.0.2.1");
	const running = logIn("running", { lane: "suspect", from: "192.0.2.1" });
	assert.throws(() => hasher.refuseWhenFull("192.0.2.1"), isFull);
	await running;
});

// Proves: full-queue
test("late jobs make room before any job is refused", async (context) => {
	let now = 0;
	const isLate = (error: unknown) => error instanceof Overloaded && error.reason === "late";
	const { hasher, logIn } = oneThread(context, { queueLimit: 1, clock: () => now });
	const running = logIn("running");
	const first = assert.rejects(logIn("late for the next one"), isLate);
	now = 60_001;
	const second = assert.rejects(logIn("late for the question"), isLate);
	now = 120_002;
	hasher.refuseWhenFull();
	await Promise.all([running, first, second]);
});

test("a new password, which waits in no lane, is hashed before any password is verified", async (context) => {
	const { hasher, answered, logIn } = oneThread(context);
	const all = [logIn("running"), logIn("login"), hasher.hash(password).then(() => answered.push("hash"))];
	assert.deepEqual(hasher.waiting(), { known: 1, quiet: 1, suspect: 0 });
	await Promise.all(all);
	assert.deepEqual(answered, ["running", "hash", "login"]);
});

test("the observer learns of every start, end and refusal", async (context) => {
	const seen: Array<[string, ...unknown[]]> = [];
	let now = 0;
	const { hasher, logIn } = oneThread(context, {
		queueLimit: 1,
		deadline: 1000,
		clock: () => now,
		observe: {
			started: (lane, waited) => seen.push(["started", lane, waited]),
			finished: (lane, ran) => seen.push(["finished", lane, ran]),
			refused: (reason) => seen.push(["refused", reason]),
		},
	});
	const told = () => seen.splice(0);

	const running = logIn("running", { lane: "suspect", from: "192.0.2.1" });
	const waiting = logIn("waiting", { lane: "known", from: "" });
	const late = logIn("late", { lane: "quiet", from: "" });
	assert.deepEqual(told(), [["started", "suspect", 0]]);
	await assert.rejects(logIn("too many"), isFull);
	assert.throws(() => hasher.refuseWhenFull(), isFull);
	assert.deepEqual(told(), [
		["refused", "full"],
		["refused", "full"],
	]);
	now = 300;
	await running;
	assert.deepEqual(told(), [
		["finished", "suspect", 300],
		["started", "known", 300],
	]);
	now = 1001;
	const lateIsTold = assert.rejects(late, Overloaded);
	await waiting;
	await lateIsTold;
	assert.deepEqual(told(), [
		["finished", "known", 701],
		["refused", "late"],
	]);
	const last = logIn("last");
	const refused = assert.rejects(logIn("waits at the end"), Overloaded);
	const closed = hasher.close();
	await Promise.all([last, refused, closed, assert.rejects(logIn("comes after the end"), Overloaded)]);
	assert.deepEqual(told(), [
		["started", "quiet", 0],
		["refused", "closing"],
		["refused", "closing"],
		["finished", "quiet", 0],
	]);
});

test("the job of a client that goes away while waiting is neither started nor refused", async (context) => {
	const refused: string[] = [];
	const started: string[] = [];
	const { hasher, logIn } = oneThread(context, {
		observe: {
			started: (lane) => started.push(lane),
			finished() {},
			refused: (reason) => refused.push(reason),
		},
	});
	const running = logIn("running");
	const controller = new AbortController();
	const waiting = hasher.verify(null, password, controller.signal, { lane: "suspect", from: "192.0.2.1" });
	controller.abort(new Error("the client has gone"));
	await assert.rejects(waiting, /the client has gone/);
	assert.equal(hasher.waiting().suspect, 0);
	await running;
	assert.deepEqual([started, refused], [["quiet"], []]);
});
