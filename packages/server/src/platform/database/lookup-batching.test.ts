import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createLookupBatching } from "./lookup-batching.ts";

interface Row {
	key: string;
	state: number;
}

/** A store that answers only when the test lets it. */
function slowStore({ maxWait = 60_000 } = {}) {
	const queries: Array<{ keys: readonly string[]; answer: () => void; fail: (error: Error) => void }> = [];
	let state = 0;
	const find = (keys: readonly string[]) =>
		new Promise<Map<string, Row>>((resolve, reject) => {
			const current = state;
			const known = keys.filter((key) => key !== "none");
			const answer = () => resolve(new Map(known.map((key) => [key, { key, state: current }])));
			queries.push({ keys, answer, fail: reject });
		});
	return {
		queries,
		change: () => {
			state += 1;
		},
		lookUp: createLookupBatching<Row>({ find, maxKeys: 4, maxRunning: 2, maxWait }),
	};
}
const arrive = () => new Promise(setImmediate);

describe("look-ups", () => {
	it("that arrive together are one query, of each key once", async () => {
		const { lookUp, queries } = slowStore();
		const asked = ["a", "b", "none", "a"].map(lookUp);
		await arrive();
		assert.deepEqual(
			queries.map(({ keys }) => keys),
			[["a", "b", "none"]],
		);
		queries[0]?.answer();
		assert.deepEqual(await Promise.all(asked), [
			{ key: "a", state: 0 },
			{ key: "b", state: 0 },
			undefined,
			{ key: "a", state: 0 },
		]);
	});

	it("never join a query that was sent before they came", async () => {
		const { lookUp, queries, change } = slowStore();
		const early = lookUp("a");
		await arrive();
		change();
		const late = lookUp("a");
		await arrive();
		for (const { answer } of queries) answer();
		assert.equal((await early)?.state, 0);
		assert.equal((await late)?.state, 1);
	});

	it("wait for each other while enough are under way, and see what has changed since", async () => {
		const { lookUp, queries, change } = slowStore();
		const first = [lookUp("a")];
		await arrive();
		first.push(lookUp("b"));
		await arrive();
		const waiting = ["a", "b", "c", "d", "e"].map(lookUp);
		await arrive();
		assert.equal(queries.length, 2);
		change();
		for (const { answer } of queries.splice(0)) answer();
		await Promise.all(first);
		await arrive();
		assert.deepEqual(
			queries.map(({ keys }) => keys),
			[["a", "b", "c", "d"]],
		);
		queries[0]?.answer();
		await Promise.all(waiting.slice(0, 4));
		await arrive();
		assert.deepEqual(queries[1]?.keys, ["e"]);
		queries[1]?.answer();
		for (const row of await Promise.all(waiting)) assert.equal(row?.state, 1);
	});

	it("leave once they are as many as are under way", async () => {
		const { lookUp, queries } = slowStore();
		const asked = ["a", "b", "c"].map(lookUp);
		await arrive();
		asked.push(lookUp("d"), lookUp("e"));
		await arrive();
		assert.equal(queries.length, 1);
		asked.push(lookUp("f"));
		await arrive();
		assert.deepEqual(
			queries.map(({ keys }) => keys),
			[
				["a", "b", "c"],
				["d", "e", "f"],
			],
		);
		for (const { answer } of queries) answer();
		assert.equal((await Promise.all(asked)).length, 6);
	});

	it("are not held up by a full query that got stuck", async () => {
		const { lookUp, queries } = slowStore({ maxWait: 50 });
		const stuck = ["a", "b", "c"].map(lookUp);
		await arrive();
		const late = lookUp("d");
		await arrive();
		assert.equal(queries.length, 1);
		for (let turns = 0; queries.length < 2 && turns < 1_000_000; turns += 1) await arrive();
		queries[1]?.answer();
		assert.equal((await late)?.key, "d");
		queries[0]?.answer();
		await Promise.all(stuck);
	});

	it("fail together, and the next ones are asked again", async () => {
		const { lookUp, queries } = slowStore();
		const asked = ["a", "b"].map(lookUp);
		await arrive();
		queries[0]?.fail(new Error("gone"));
		for (const each of asked) await assert.rejects(each, /gone/);
		const next = lookUp("a");
		await arrive();
		queries[1]?.answer();
		assert.deepEqual(await next, { key: "a", state: 0 });
	});
});
