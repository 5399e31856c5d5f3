import assert from "node:assert/strict";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { failureIn, problemOf } from "../lib/problem.ts";

const checkout = join(import.meta.dirname, "../..");

test("a kept reason names no folder of the machine", () => {
	const error = new Error(`at ${checkout}/bench/a.js, ${tmpdir()}/b.js and ${homedir()}/c.js`);
	const home = homedir().length > 1 ? "~" : homedir();
	assert.equal(problemOf(error), `at ./bench/a.js, <temporary>/b.js and ${home}/c.js`);
	assert.equal(problemOf("no error object"), "no error object");
});

test("what a program printed is kept from its error on, and without one from its end", () => {
	const news = "a banner\n".repeat(100);
	assert.equal(
		failureIn(`${news}12:00 ERROR: no such package\n    at a.js:1\n`),
		"12:00 ERROR: no such package\n    at a.js:1",
	);
	assert.equal(failureIn(`${news}the end\n`).endsWith("a banner\nthe end"), true);
	assert.equal(failureIn(`ERROR ${"x".repeat(2000)}`).length, 600);
});
