import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createNames, isUuid, systemRandom, timedUuid } from "./random.ts";

describe("names", () => {
	it("are 22 characters each, and none comes twice, however many are drawn at once", () => {
		for (const pairs of [1, 2, 128]) {
			const next = createNames(systemRandom, pairs);
			const names = Array.from({ length: 1000 }, next);
			assert.equal(new Set(names).size, names.length);
			for (const name of names) assert.match(name, /^[A-Za-z0-9_-]{22}$/);
		}
	});

	it("use every random byte that was drawn exactly once", () => {
		const drawn: Buffer[] = [];
		const next = createNames((size) => {
			const bytes = systemRandom(size);
			drawn.push(bytes);
			return bytes;
		}, 3);
		const names = Array.from({ length: 12 }, next).join("");
		assert.equal(names, drawn.map((bytes) => bytes.toString("base64url")).join(""));
	});
});

it("UUIDs of a time sort by it, differ within a millisecond, and are of version 7", () => {
	const times = [0, 1, 255, 1_700_000_000_000, 2 ** 48 - 1];
	const ids = times.map((time) => timedUuid(systemRandom, time));
	assert.deepEqual(ids.toSorted(), ids);
	for (const id of ids) {
		assert.ok(isUuid(id), id);
		assert.match(id, /^.{14}7.{4}[89ab]/);
	}
	assert.notEqual(timedUuid(systemRandom, 5), timedUuid(systemRandom, 5));
});
