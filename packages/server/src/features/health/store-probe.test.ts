import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createStoreProbe } from "./store-probe.ts";

function stage() {
	const writes: Array<PromiseWithResolvers<void>> = [];
	let now = 0;
	const probe = createStoreProbe({
		read: async () => {},
		write: () => {
			const write = Promise.withResolvers<void>();
			writes.push(write);
			return write.promise;
		},
		clock: () => now,
	});
	return { writes, probe, at: (time: number) => (now = time) };
}

describe("a probe of the store", () => {
	it("writes once for all that ask at the same time, and not again within a second", async () => {
		const { writes, probe, at } = stage();
		const all = Promise.all(Array.from({ length: 100 }, () => probe()));
		writes[0]?.resolve();
		await all;
		at(999);
		await probe();
		assert.equal(writes.length, 1);
		at(1000);
		const next = probe();
		writes[1]?.reject(new Error("full"));
		await assert.rejects(next, /full/);
		at(1500);
		await assert.rejects(probe(), /full/, "what was found holds for that second");
		assert.equal(writes.length, 2);
	});

	it("begins no second write while one is under way, however long that takes, and does not wait for it for ever", async () => {
		const { writes, probe, at } = stage();
		const first = probe();
		at(60_000);
		const second = probe();
		await assert.rejects(first, /did not answer within 2000 ms/);
		await assert.rejects(second, /did not answer within 2000 ms/);
		assert.equal(writes.length, 1);
	});

	it("writes again after the clock was set back", async () => {
		const { writes, probe, at } = stage();
		at(100_000);
		const first = probe();
		writes[0]?.resolve();
		await first;
		at(5);
		const second = probe();
		writes[1]?.resolve();
		await second;
		assert.equal(writes.length, 2);
	});
});
