import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";

/** The part of pages.mjs that is asked here; the file itself runs before types are installed. */
interface Pages {
	pagesToBuild: (root: string, lock: string) => string | undefined;
}
const { pagesToBuild } = (await import(new URL("./pages.mjs", import.meta.url).href)) as Pages;

/** A folder with the given files, by their path; removed after the test. */
function makeFolder(t: TestContext, files: Record<string, string>): string {
	const root = mkdtempSync(join(tmpdir(), "sallyport-setup-"));
	t.after(() => rmSync(root, { recursive: true, force: true }));
	for (const [path, content] of Object.entries(files)) {
		mkdirSync(join(root, path, ".."), { recursive: true });
		writeFileSync(join(root, path), content);
	}
	return root;
}

test("a failed install says so in one line, and is tried again the next time", (t) => {
	const root = makeFolder(t, { "package.json": "{}", "package-lock.json": "not a lock file" });
	cpSync(join(import.meta.dirname, ".."), join(root, "scripts"), { recursive: true });
	const setUp = () =>
		spawnSync(process.execPath, ["scripts/setup.mjs", "--version"], { cwd: root, encoding: "utf8" });
	for (const run of [setUp(), setUp()]) {
		assert.equal(run.status, 1);
		assert.equal(run.stdout, "");
		assert.match(run.stderr, /^sallyport: Installing /);
		assert.match(run.stderr, /\nsallyport: npm ci failed, see above\..*\n$/);
	}
	assert.equal(existsSync(join(root, "node_modules", ".sallyport-lock")), false);
});

test("without a script to run, the use is explained and the exit code is 2", () => {
	const run = spawnSync(process.execPath, [join(import.meta.dirname, "..", "setup.mjs")], {
		encoding: "utf8",
	});
	assert.equal(run.status, 2);
	assert.match(run.stderr, /^sallyport: wrong use: /);
});

test("the pages are built again when what they are built from differs, and only then", (t) => {
	const root = makeFolder(t, {
		"tsconfig.json": "{}",
		"packages/web/package.json": "{}",
		"packages/web/src/login/main.tsx": "1",
	});
	const first = pagesToBuild(root, "lock");
	assert.ok(first);
	mkdirSync(join(root, "packages/web/dist"));
	writeFileSync(join(root, "packages/web/dist/.built-from"), `${first}\n`);
	assert.equal(pagesToBuild(root, "lock"), undefined);
	assert.ok(pagesToBuild(root, "another lock"));
	writeFileSync(join(root, "packages/web/src/login/main.test.ts"), "a test is not a part of the pages");
	assert.equal(pagesToBuild(root, "lock"), undefined);
	writeFileSync(join(root, "packages/web/src/login/main.tsx"), "2");
	const second = pagesToBuild(root, "lock");
	assert.ok(second && second !== first);
});

test("there is nothing to build while the pages have no source", (t) => {
	const root = makeFolder(t, { "tsconfig.json": "{}", "packages/web/package.json": "{}" });
	assert.equal(pagesToBuild(root, "lock"), undefined);
});
