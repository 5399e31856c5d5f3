import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createLookUpTogether } from "./look-up-together.ts";

interface Row {
	key: string;
	state: number;
}

/** A store that answers only when it is told to. */
function slowStore() {
	const queries: Array<{ keys: readonly string[]; answer: () => void; fail: (error: Error) => void }> = [];
	let state = 0;
	const find = (keys: readonly string[]) =>
		new Promise<Map<string, Row>>((resolve, reject) => {
			const present = state;
			const known = keys.filter((key) => key !== "none");
			const answer = () => resolve(new Map(known.map((key) => [key, { key, state: present }])));
			queries.push({ keys, answer, fail: reject });
		});
	return {
		queries,
		change: () => {
			state += 1;
		},
		lookUp: createLookUpTogether<Row>({ find, most: 4, atOnce: 2 }),
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
			[["a", "b", "c", "d"], ["e"]],
		);
		for (const { answer } of queries) answer();
		for (const row of await Promise.all(waiting)) assert.equal(row?.state, 1);
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
