import assert from "node:assert/strict";
import { it } from "node:test";
import { createRecent } from "./recent.ts";

it("a cache keeps what is in use, and never more than its size", () => {
	const recent = createRecent<number>(10);
	recent.set("used", 0);
	for (let index = 1; index <= 1000; index += 1) {
		recent.set(String(index), index);
		assert.equal(recent.get("used"), 0);
	}
	const kept = Array.from({ length: 1000 }, (_, index) => recent.get(String(index + 1))).filter(
		(one) => one !== undefined,
	);
	assert.ok(kept.length < 10, String(kept.length));
	assert.equal(recent.get("1000"), 1000);
});

it("an entry can be forgotten, in whichever half it is", () => {
	const recent = createRecent<number>(4);
	for (const key of ["a", "b", "c"]) recent.set(key, 1);
	for (const key of ["a", "c"]) {
		recent.delete(key);
		assert.equal(recent.get(key), undefined);
	}
	assert.equal(recent.get("b"), 1);
});

it("a cache of size 0 keeps nothing", () => {
	const recent = createRecent<number>(0);
	recent.set("a", 1);
	assert.equal(recent.get("a"), undefined);
});
