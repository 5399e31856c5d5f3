import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { simulate } from "../scale/simulate.ts";
import { printScale, scalePage } from "../scenarios/scale.ts";

test("docs/scale.md has the tables that its figures give; else: npm run bench -- scale", () => {
	const page = readFileSync(scalePage, "utf8");
	assert.equal(page, printScale(page));
});

test("what a core cannot hash is refused until it can", () => {
	const crowd = (rate: number) => simulate({ threads: 1, rate: () => rate, until: 60_000, seed: 1 });
	assert.equal(crowd(26).refusals, 0);
	const { clients, refused, end } = crowd(104);
	assert.ok(refused > 0.4 && end > (clients / 52) * 1000 * 0.95, `${refused} refused, ${end} ms`);
});
