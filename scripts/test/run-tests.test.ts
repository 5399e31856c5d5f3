// At length: it runs the runner of tests, or installs what everything needs.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { type TestContext, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { pathToFileURL } from "node:url";

const scripts = join(import.meta.dirname, "..");

/** Runs scripts/test.ts in a checkout of its own that holds the given test files. */
function runTests(t: TestContext, files: Record<string, string>, ...args: string[]) {
	const root = mkdtempSync(join(tmpdir(), "sallyport-run-tests-"));
	t.after(() => rmSync(root, { recursive: true, force: true }));
	mkdirSync(join(root, "packages"));
	for (const name of [
		"test.ts",
		"test/follow-no-promises.ts",
		"test/miss-no-file.ts",
		"test/name-what-stays-open.ts",
		"test/share-processes.ts",
		"test/summary-reporter.ts",
		"test/tell-costs.ts",
		"lib/hand-over.mjs",
	]) {
		cpSync(join(scripts, name), join(root, "scripts", name));
	}
	for (const [name, text] of Object.entries(files)) {
		mkdirSync(join(root, "packages", dirname(name)), { recursive: true });
		writeFileSync(join(root, "packages", name), text);
	}
	// Node's runner takes a process that has this variable for one of its own files, and runs nothing.
	const { NODE_TEST_CONTEXT: _, ...inherited } = process.env;
	const env = { ...inherited, TEST_POSTGRES_URL: "postgres://not-used" };
	const run = spawnSync(process.execPath, ["scripts/test.ts", ...args], { cwd: root, env, encoding: "utf8" });
	return {
		status: run.status,
		stderr: run.stderr,
		output: run.stdout,
		lastLines: run.stdout.trimEnd().split("\n").slice(-3),
	};
}

const importTest = 'import { test } from "node:test";\n';

test("every test of a long file is counted: --test-force-exit lost the last ones, and with them failures", (t) => {
	const long = `${importTest}for (let i = 0; i < 800; i++) test("number " + i, () => { if (i === 799) throw new Error("last"); });`;
	const { status, lastLines } = runTests(t, { "long.test.ts": long });
	assert.deepEqual(lastLines.slice(-2), [
		"failed: number 799 (packages/long.test.ts)",
		"tests 800, pass 799, fail 1, skipped 0",
	]);
	assert.equal(status, 1);
});

test("a file that leaves a server open fails and says so; its tests and the other files still count", (t) => {
	const open = `${importTest}import { createServer } from "node:net";
		test("opens", () => new Promise((opened) => createServer().listen(0, "127.0.0.1", opened)));`;
	const { status, output } = runTests(t, {
		"open.test.ts": open,
		"tidy.test.ts": `${importTest}test("is tidy", () => {});`,
	});
	assert.equal(status, 1);
	assert.match(output, /still open after the last test: .*TCPServerWrap/);
	assert.match(output, /✔ opens/);
	assert.match(output, /\nfailed: packages\/open\.test\.ts .*\ntests 3, pass 2, fail 1, skipped 0\n$/);
});

test("an error that no test waits for fails its file, and its stack is shown", (t) => {
	const stray = `${importTest}test("continues", () => { Promise.reject(new Error("stray")); });`;
	const { status, stderr, output } = runTests(t, { "stray.test.ts": stray });
	assert.equal(status, 1);
	assert.match(output + stderr, /unhandledRejection: Error: stray\n +at .*stray\.test\.ts/);
	assert.match(output, /\nfailed: packages\/stray\.test\.ts .*\ntests 2, pass 1, fail 1, skipped 0\n$/);
});

test("a process of tests ends when its runner was killed", { timeout: 60_000 }, async (t) => {
	const folder = mkdtempSync(join(tmpdir(), "sallyport-run-tests-"));
	t.after(() => rmSync(folder, { recursive: true, force: true }));
	const file = join(folder, "goes-on.test.ts");
	writeFileSync(
		file,
		`${importTest}setInterval(() => process.stdout.write("process " + process.pid + "\\n"), 20); test("continues", () => new Promise(() => {}));`,
	);
	const { NODE_TEST_CONTEXT: _, ...env } = process.env;
	const loaded = `--import=${pathToFileURL(join(scripts, "test/follow-no-promises.ts"))}`;
	const runner = spawn(process.execPath, [loaded, "--test", file], {
		env,
		stdio: ["ignore", "pipe", "ignore"],
	});
	let pid = 0;
	for await (const line of createInterface({ input: runner.stdout })) {
		pid = Number(/^process (\d+)$/.exec(line)?.[1] ?? 0);
		if (pid > 0) break;
	}
	t.after(() => isAlive(pid) && process.kill(pid, "SIGKILL"));
	runner.kill("SIGKILL");
	while (isAlive(pid)) await setImmediate();
});

function isAlive(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch {
		return false;
	}
}

test("many files share processes, and each failure still names its file: also a test that hangs, or leaves something open", (t) => {
	const say = 'console.log("process", process.pid);';
	const alone = `// Alone in its process: for a reason.\n${importTest}${say}test("alone", () => {});`;
	const files = Object.fromEntries(
		Array.from({ length: 52 }, (_, i) => [
			`web/src/${i}.test.ts`,
			`${importTest}${say}test("${i}", () => {});`,
		]),
	);
	const hangs = 'test("hangs", () => new Promise(() => {}));';
	const { status, output, lastLines } = runTests(
		t,
		{
			...files,
			"web/src/alone.test.ts": alone,
			"web/src/3.test.ts": `${importTest}${say}test("fails", () => { throw new Error("this one"); });`,
			"web/src/5.test.ts": `${importTest}${say}setInterval(() => {}, 1000);${hangs}`,
		},
		"--test-timeout=1000",
	);
	assert.equal(new Set(output.match(/^process \d+$/gm)).size, 4);
	assert.equal(status, 1);
	assert.match(
		output,
		/still open after the last test: .*Timeout.*, of one of .*packages\/web\/src\/5\.test\.ts/,
	);
	assert.match(output, /\nfailed: fails \(packages\/web\/src\/3\.test\.ts\)\n/);
	assert.match(output, /\nfailed: hangs \(packages\/web\/src\/5\.test\.ts\)\n/);
	assert.equal(lastLines.at(-1), "tests 53, pass 51, fail 2, skipped 0");
});

test("a file that still waits when the other tests are over fails its process and is named: its tests were lost in silence", (t) => {
	const files = Object.fromEntries(
		Array.from({ length: 10 }, (_, i) => [`web/src/${i}.test.ts`, `${importTest}test("${i}", () => {});`]),
	);
	// As by a PostgreSQL, which keeps no process alive, and the end of the others, which does.
	const waits =
		'await new Promise((done) => process.once("beforeExit", () => setTimeout(done, 20)));\nexport const found = 1;';
	const { status, output, stderr } = runTests(t, {
		...files,
		"web/src/waits.ts": waits,
		"web/src/3.test.ts": `${importTest}import "./waits.ts"; test("is lost", () => {});`,
	});
	assert.match(
		output + stderr,
		/not loaded to its end when the tests were over: packages\/web\/src\/3\.test\.ts\n/,
	);
	assert.equal(status, 1);
});

test("a file without a test fails the run and is named: Node counts it as one that passed", (t) => {
	const { status, lastLines } = runTests(t, {
		"empty.test.ts": "",
		"good.test.ts": `${importTest}test("a", () => {});`,
	});
	assert.equal(lastLines.at(-2), "without a test: packages/empty.test.ts");
	assert.equal(status, 1);
});

test("a word chooses the files whose path contains it, what is skipped is named, and what it cost if that is asked", (t) => {
	const busy =
		'import { execFileSync } from "node:child_process"; const until = "const end = Date.now() + 300; while (Date.now() < end);";';
	const files = {
		"login.test.ts": `${importTest}${busy}test("one", () => execFileSync(process.execPath, ["-e", until])); test("two", { skip: "no reader" }, () => {});`,
		"other.test.ts": `${importTest}test("fails", () => { throw new Error("not chosen"); });`,
	};
	const { status, output, lastLines } = runTests(t, files, "login", "--costs");
	assert.match(output, /\n +0\.[1-9] +\d+\.\d {2}one\n/);
	assert.match(output, / process of \S+login\.test\.ts\n/);
	assert.deepEqual(lastLines.slice(-2), [
		"skipped: two: no reader (packages/login.test.ts)",
		"tests 2, pass 1, fail 0, skipped 1",
	]);
	assert.equal(status, 0);
});

test("a run that would leave out what was asked for fails instead", (t) => {
	const good = { "a.test.ts": `${importTest}test("a", () => {});` };
	const unknown = runTests(t, good, "nowhere");
	assert.deepEqual([unknown.status, unknown.stderr], [1, 'no test file\'s path contains "nowhere"\n']);
	const foreign = runTests(t, { ...good, "b.test.tsx": "" });
	assert.equal(foreign.status, 1);
	assert.match(foreign.stderr, /^packages\/b\.test\.tsx would never run/);
	assert.equal(runTests(t, {}).status, 1);
});

test("--help says what there is, and an unknown switch is refused in one line", (t) => {
	const files = { "a.test.ts": `${importTest}test("has run", () => {});` };
	for (const help of ["--help", "-h"]) {
		const { status, output, stderr } = runTests(t, files, "a", help);
		assert.deepEqual([status, stderr], [0, ""]);
		for (const word of ["WORD", "--long", "--postgres", "--source", "--costs", "--test-name-pattern"])
			assert.ok(output.includes(`\n  ${word}`), word);
		assert.ok(!output.includes("has run"));
	}
	for (const unknown of ["--lnog", "--cost=1", "-x"]) {
		const { status, output, stderr } = runTests(t, files, unknown);
		assert.deepEqual(
			[status, output, stderr],
			[1, "", `there is no switch ${unknown}; npm test -- --help lists them\n`],
		);
	}
	assert.match(runTests(t, files, "--test-lnog").stderr, /^\S+: bad option: --test-lnog\n$/);
	assert.equal(runTests(t, files, "--test-name-pattern=has run").status, 0);
});

test("a file that takes long is left out and counted, and runs by --long or by a word of its path", (t) => {
	const files = {
		"long.test.ts": `// At length: for a reason.\n${importTest}test("takes long", () => {});`,
		"short.test.ts": `${importTest}test("is short", () => {});`,
	};
	const titles = (...args: string[]) => {
		const { output } = runTests(t, files, ...args);
		return {
			ran: ["takes long", "is short"].filter((title) => output.includes(`✔ ${title} `)),
			leftOut: /^left out: .*$/m.exec(output)?.[0],
		};
	};
	const leftOut = "left out: 1 file that takes long; npm test -- --long runs it";
	assert.deepEqual(titles(), { ran: ["is short"], leftOut });
	assert.deepEqual(titles("--long"), { ran: ["takes long"], leftOut: undefined });
	assert.deepEqual(titles("long"), { ran: ["takes long"], leftOut: undefined });
});
