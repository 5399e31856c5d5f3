import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createUserTurns, type Turn } from "./user-turns.ts";

const { signal } = new AbortController();

describe("the turns of one user", () => {
	it("are ten at once, then one for each that ends; other users have their own", async () => {
		const takeTurn = createUserTurns();
		const turns = await Promise.all(Array.from({ length: 10 }, () => takeTurn("ada", signal)));
		const later: Turn[] = [];
		for (let attempt = 1; attempt <= 3; attempt++)
			takeTurn("ada", signal).then((turn) => later.push(turn), assert.fail);
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
		const takeTurn = createUserTurns();
		for (let attempt = 1; attempt <= 1010; attempt++) takeTurn("ada", signal).catch(assert.fail);
		await assert.rejects(takeTurn("ada", signal), { code: "rate_limited", details: { retryAfter: 1 } });
	});

	it("are not given to a client that has gone", async () => {
		const takeTurn = createUserTurns();
		const turns = await Promise.all(Array.from({ length: 10 }, () => takeTurn("ada", signal)));
		const gone = new AbortController();
		const waiting = takeTurn("ada", gone.signal);
		gone.abort();
		for (const { end } of turns) end();
		await assert.rejects(waiting, { name: "AbortError" });
	});
});
