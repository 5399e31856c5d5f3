// At length: it runs the demonstration, on a service of its own.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";

test("the demo walks the whole contract and ends by itself", async () => {
	const demo = `${import.meta.dirname}/demo.ts`;
	const { stdout } = await promisify(execFile)(process.execPath, [demo]);
	assert.match(stdout, /All \d+ steps answered as the contract says\.\n$/);
	assert.doesNotMatch(stdout, /✗/);
});
