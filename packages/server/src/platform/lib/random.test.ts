import assert from "node:assert/strict";
import { it } from "node:test";
import { isUuid, newRequestId, systemRandom, timedUuid } from "./random.ts";

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

it("UUIDs of one millisecond are in the order in which they were made", () => {
	const ids = Array.from({ length: 1_000 }, () => timedUuid(systemRandom, 1_700_000_000_000));
	assert.deepEqual(ids.toSorted(), ids);
});

it("names of requests differ, and a command takes none for an option", () => {
	const names = Array.from({ length: 1_000 }, () => newRequestId());
	for (const name of names) assert.match(name, /^\w[\w-]{21}$/);
	assert.equal(new Set(names).size, names.length);
});
