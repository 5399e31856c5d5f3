import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { printDocument } from "../page/document.ts";
import { withFlood } from "../page/readme.ts";
import { newestResult, pageFile, readmeFile, readResult } from "../page/result.ts";

const result = readResult(newestResult());

test("docs/benchmarks.md is what the newest result prints; else: npm run bench -- page", () => {
	assert.equal(readFileSync(pageFile, "utf8"), printDocument(result));
});

test("README.md has the flood of the newest result; else: npm run bench -- page", () => {
	const readme = readFileSync(readmeFile, "utf8");
	assert.equal(readme, withFlood(readme, result));
});

test("a time that no login was done to measure is not measured, in a kept result as well", () => {
	const { byDevice } = result.ownFlood.logins;
	const none = { ...byDevice, flood: { ...byDevice.flood, part: 0, p99: Number.NaN } };
	const ownFlood = {
		...result.ownFlood,
		checkSlowdown: Number.NaN,
		logins: { ...result.ownFlood.logins, byDevice: none },
	};
	const kept = JSON.parse(JSON.stringify({ ...result, ownFlood })) as typeof result;
	const page = printDocument(kept);
	assert.match(page, /^\| flood of 200: their p99 \| ≤ 1000 ms \| not measured \| – \|/m);
	assert.match(page, /^\| flood of 200: p99 of a check \| .* \| not measured \| – \|/m);
	assert.match(page, /^\| flood of 200: logins of known devices done \| .* \| 0\.0 % \| \*\*no\*\* \|/m);
});

test("a short run, wrong answers, a busy machine and an absent subject are named before the figures", () => {
	const [first, ...others] = result.subjects;
	assert.ok(first);
	const absent = { ...first, version: null, problem: "npm install ended with code 1" };
	const bare = result.check.bare.rounds.map((round, index) => ({
		...round,
		others: 1.5,
		perSecond: index === 0 ? 10_000 : 30_000,
	}));
	const page = printDocument({
		...result,
		pace: { rounds: 1, seconds: 1, warmUp: false },
		subjects: [absent, ...others],
		check: { ...result.check, bare: { rounds: bare, problem: null }, checks: {} },
		ownFlood: { ...result.ownFlood, wrong: 3 },
	});
	assert.match(page, /> \*\*A trial run/);
	assert.match(page, /> \*\*In the flood of Sallyport alone 3 answers were wrong/);
	assert.match(page, /> \*\*The machine was busy: .* 150 %/);
	assert.match(page, /> \*\*The machine was not steady: .* 10,000 requests a second in one round and 30,000/);
	assert.match(page, new RegExp(`^\\| ${first.title} \\| not here \\|`, "m"));
	assert.match(page, /does not install here: npm install ended with code 1/);
	assert.ok(page.indexOf("trial run") < page.indexOf("## Goals"));
});
