import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";

/** The part of builds.mjs that is asked here; the file itself runs before types are installed. */
interface Builds {
	staleBuilds: (root: string, lock: string) => Array<{ folder: string; hash: string }>;
}
const { staleBuilds } = (await import(new URL("./builds.mjs", import.meta.url).href)) as Builds;
/** The same of install.mjs. */
interface Install {
	npmHasInstalled: (root: string) => boolean;
}
const { npmHasInstalled } = (await import(new URL("./install.mjs", import.meta.url).href)) as Install;

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

test("what somebody has installed by hand counts when all of it is there, the checkout's own packages included", (t) => {
	const library = { version: "1.0.0", integrity: "sha512-x" };
	const own = { resolved: "packages/own", link: true };
	const lockOf = (packages: object) => JSON.stringify({ packages: { "": {}, ...packages } });
	const wanted = { "node_modules/library": library, "node_modules/@sallyport/own": own };
	const installed = (
		packages: object,
		files: Record<string, string> = { "node_modules/@sallyport/own/x": "" },
	) =>
		npmHasInstalled(
			makeFolder(t, {
				"package-lock.json": lockOf(wanted),
				"node_modules/.package-lock.json": lockOf(packages),
				...files,
			}),
		);
	assert.equal(installed(wanted), true);
	assert.equal(installed(wanted, {}), false, "a package of the checkout that is new");
	assert.equal(installed({ ...wanted, "node_modules/library": { ...library, version: "1.0.1" } }), false);
	assert.equal(installed({ "node_modules/@sallyport/own": own }), false);
	assert.equal(installed({ ...wanted, "node_modules/left-over": library }), false);
});

test("without a script to run, the use is explained and the exit code is 2", () => {
	const run = spawnSync(process.execPath, [join(import.meta.dirname, "..", "setup.mjs")], {
		encoding: "utf8",
	});
	assert.equal(run.status, 2);
	assert.match(run.stderr, /^sallyport: wrong use: /);
});

test("what is built is built again when what it is made from differs, and only then", (t) => {
	const root = makeFolder(t, {
		"tsconfig.json": "{}",
		"packages/client/package.json": "{}",
		"packages/client/src/index.ts": "1",
		"packages/kysely/package.json": "{}",
		"packages/kysely/src/index.ts": "1",
		"packages/verify/package.json": "{}",
		"packages/verify/src/index.ts": "1",
		"packages/web/package.json": "{}",
		"packages/web/src/login/main.tsx": "1",
	});
	const stale = (lock = "lock") => staleBuilds(root, lock).map(({ folder }) => folder);
	const build = () => {
		for (const { folder, hash } of staleBuilds(root, "lock")) {
			mkdirSync(join(root, folder, "dist"), { recursive: true });
			writeFileSync(join(root, folder, "dist/.built-from"), `${hash}\n`);
		}
	};
	const write = (path: string, content: string) => writeFileSync(join(root, path), content);
	const [client, kysely, verify, web] = [
		"packages/client",
		"packages/kysely",
		"packages/verify",
		"packages/web",
	];
	assert.deepEqual(stale(), [client, kysely, verify, web]);
	build();
	assert.deepEqual(stale(), []);
	assert.deepEqual(stale("another lock"), [client, kysely, verify, web]);
	write("packages/web/src/login/main.test.ts", "a test is not a part of the pages");
	write("packages/client/src/index.test.ts", "nor of a package");
	assert.deepEqual(stale(), []);
	write("packages/web/src/login/main.tsx", "2");
	assert.deepEqual(stale(), [web]);
	write("packages/client/src/index.ts", "2");
	assert.deepEqual(stale(), [client, web]);
	build();
	write("packages/verify/package.json", "{ }");
	assert.deepEqual(stale(), [verify]);
	rmSync(join(root, "packages/web/dist"), { recursive: true });
	assert.deepEqual(stale(), [verify, web]);
});

test("there is nothing to build while there is no source", (t) => {
	const root = makeFolder(t, { "tsconfig.json": "{}", "packages/web/package.json": "{}" });
	assert.deepEqual(staleBuilds(root, "lock"), []);
});
