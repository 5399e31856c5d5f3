import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { scenario as login } from "../scenarios/login.ts";

function bench(...words: string[]) {
	const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, "../run.ts"), ...words], {
		encoding: "utf8",
	});
	return { code: status, err: stderr };
}

test("help lists the scenarios", () => {
	for (const words of [["list"], ["--help"], ["-h"], ["flood", "--help"]]) {
		const { code, err } = bench(...words);
		assert.equal(code, 0, words.join(" "));
		assert.match(err, /^npm run bench -- <scenario> .* flood, .*\n$/);
	}
});

test("a misspelt option is answered with one line", () => {
	for (const words of [
		["--secnds", "5"],
		["login-cost", "--secnds", "5"],
	])
		assert.deepEqual(bench(...words), { code: 2, err: "Unknown option '--secnds'\n" });
});

test("another commit takes the place of the peers, on both databases", async () => {
	const named = /only: sallyport-sqlite, before-sqlite, before-postgres, sallyport-postgres\.$/;
	await assert.rejects(login.run(["--before", ".", "--only", "none"]), named);
});
