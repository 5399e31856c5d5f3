import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { conflictMarkers } from "./conflict-markers.ts";

const ours = "<".repeat(7);
const base = "|".repeat(7);
const between = "=".repeat(7);
const theirs = ">".repeat(7);

test("each marker of a merge that was left in a tracked text file is found, with its line", (t) => {
	const root = mkdtempSync(join(tmpdir(), "sallyport-markers-"));
	t.after(() => rmSync(root, { recursive: true }));
	const write = (name: string, ...lines: string[]) =>
		writeFileSync(join(root, name), `${lines.join("\n")}\n`);
	write(
		"README.md",
		"# Title",
		`${ours} HEAD`,
		"one",
		`${base} 1234567`,
		between,
		"two",
		`${theirs} feature`,
	);
	write("fine.md", `${between}=`, `Write ${ours} where two changes meet.`, `${ours}<`);
	write("image.png", "\0", `${ours} HEAD`);
	execFileSync("git", ["init", "--quiet"], { cwd: root });
	execFileSync("git", ["add", "--all"], { cwd: root });
	write("untracked.md", `${ours} HEAD`);
	assert.deepEqual(conflictMarkers(root), [
		`README.md:2:${ours} HEAD`,
		`README.md:4:${base} 1234567`,
		`README.md:5:${between}`,
		`README.md:7:${theirs} feature`,
	]);
});
