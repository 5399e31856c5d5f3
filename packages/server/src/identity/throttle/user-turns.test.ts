// Proves: logins-in-flight
import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { leavingClient } from "../../../test/support/leaving-client.ts";
import { createUserTurns, type Turn } from "./user-turns.ts";

const minute = 60_000;

describe("the turns of one user", () => {
	const { signal, leave } = leavingClient();
	after(leave);

	it("are ten at once, then one for each that ends; other users have their own", async () => {
		const takeTurn = createUserTurns(minute);
		const turns = await Promise.all(Array.from({ length: 10 }, () => takeTurn("ada", signal)));
		const later: Turn[] = [];
		for (let attempt = 1; attempt <= 3; attempt++)
			takeTurn("ada", signal).then(
				(turn) => later.push(turn),
				() => {},
			);
		assert.equal((await takeTurn("grace", signal)).waited, false);
		assert.equal(later.length, 0);
		turns[0]?.end();
		await new Promise(setImmediate);
		assert.deepEqual(
			later.map(({ waited }) => waited),
			[true],
		);
	});

	it("are waited for by a thousand attempts, and no more", async () => {
		const takeTurn = createUserTurns(minute);
		const late = { code: "rate_limited", details: { retryAfter: 1 } };
		const { signal: end, leave } = leavingClient();
		const turns: Turn[] = [];
		for (let attempt = 1; attempt <= 10; attempt++) turns.push(await takeTurn("ada", signal));
		const waiting = Array.from({ length: 1000 }, () => takeTurn("ada", end));
		await assert.rejects(takeTurn("ada", signal), late);
		leave();
		const left = await Promise.allSettled(waiting);
		assert.ok(left.every(({ status }) => status === "rejected"));
		const after = takeTurn("ada", signal);
		for (const turn of turns) turn.end();
		assert.equal((await after).waited, true);
	});

	it("are waited for during a limited time only", async () => {
		const takeTurn = createUserTurns(1);
		await Promise.all(Array.from({ length: 10 }, () => takeTurn("ada", signal)));
		await assert.rejects(takeTurn("ada", signal), { code: "rate_limited" });
	});

	it("are handed over: no newcomer takes one before an attempt that waits, though another that waits has gone", async () => {
		const takeTurn = createUserTurns(minute);
		const turns = await Promise.all(Array.from({ length: 10 }, () => takeTurn("ada", signal)));
		const { signal: end, leave } = leavingClient();
		const leaving = takeTurn("ada", end);
		const waiting = takeTurn("ada", signal);
		leave();
		turns[0]?.end();
		let isTaken = false;
		void takeTurn("ada", signal).then(() => {
			isTaken = true;
		}, assert.fail);
		await assert.rejects(leaving, { name: "AbortError" });
		assert.equal((await waiting).waited, true);
		await new Promise(setImmediate);
		assert.equal(isTaken, false);
		turns[1]?.end();
		await new Promise(setImmediate);
		assert.equal(isTaken, true);
	});

	it("are not given to a client that has gone", async () => {
		const takeTurn = createUserTurns(minute);
		const turns = await Promise.all(Array.from({ length: 10 }, () => takeTurn("ada", signal)));
		const gone = new AbortController();
		const waiting = takeTurn("ada", gone.signal);
		gone.abort();
		for (const { end } of turns) end();
		await assert.rejects(waiting, { name: "AbortError" });
	});
});
