// At length: it runs the runner of tests, or installs what everything needs.
import assert from "node:assert/strict";
import { once } from "node:events";
import { realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, it } from "node:test";
import { ASK, Checkout } from "./test/checkout.ts";

const OLD = { node: "20.1.0" };

describe("the Node that runs everything", () => {
	it("is the machine's own from 24 on, and no other is fetched", (t) => {
		const checkout = new Checkout(t);
		checkout.needNoInstall();
		const first = checkout.run(ASK);
		assert.deepEqual([first.status, first.stdout.trim()], [0, process.execPath], first.stderr);
		assert.equal(checkout.has(`${checkout.runtime}/node_modules`), false);
	});

	it("is fetched where the machine's is older, and the second run starts at once; it runs `npx sallyport` too, where the caller is", (t) => {
		const checkout = new Checkout(t);
		checkout.needNoInstall();
		const first = checkout.run(ASK, OLD);
		assert.deepEqual([first.status, first.stdout], [0, "yes\n"], first.stderr);
		const second = checkout.run(ASK, OLD);
		assert.deepEqual([second.stdout, second.stderr], ["yes\n", ""]);

		checkout.write(
			"packages/server/dist/main.js",
			"console.log(process.env.BROUGHT, process.argv.slice(2), process.cwd());",
		);
		const program = "packages/server/bin/sallyport.mjs";
		const elsewhere = realpathSync(tmpdir());
		const old = checkout.run(["user", "list"], OLD, program, elsewhere);
		assert.equal(old.stdout, `yes [ 'user', 'list' ] ${elsewhere}\n`, old.stderr);
		const own = checkout.run(["help"], {}, program, elsewhere);
		assert.equal(own.stdout, `undefined [ 'help' ] ${elsewhere}\n`);

		rmSync(checkout.path(checkout.runtime, "node_modules/brought-node/bin"), { recursive: true });
		assert.equal(checkout.run(ASK, OLD).stdout, "yes\n");
		rmSync(checkout.path("scripts"), { recursive: true });
		const alone = checkout.run(["user", "list"], OLD, program);
		assert.deepEqual([alone.status, alone.stdout], [1, ""]);
		assert.equal(alone.stderr, "sallyport needs Node 24 or later; this is 20.1.0.\n");
	});

	it("is refused when it is not what its lock file says, and fetched again by the next run", (t) => {
		const checkout = new Checkout(t);
		checkout.needNoInstall();
		checkout.pack(checkout.runtime, "brought-node", { "bin/node": "#!/bin/sh\necho yes\n" });
		const tampered = checkout.run(ASK, OLD);
		assert.deepEqual([tampered.status, tampered.stdout], [1, ""]);
		assert.match(tampered.stderr, /EINTEGRITY/);
		assert.match(tampered.stderr, /\nsallyport: npm ci failed, see above\. The next run tries again\.\n$/);
		checkout.lock(checkout.runtime, "brought-node", { "bin/node": '#!/bin/sh\nexec echo "$@"\n' });
		assert.equal(checkout.run(["good"], OLD).stdout, "good\n");
	});

	for (const [problem, machine] of [
		["has no package for this machine", { ...OLD, platform: "sunos", arch: "sparc" }],
		["does not start on this machine", OLD],
	] as const) {
		it(`is asked for in one line where it ${problem}, before anything else is installed`, (t) => {
			const checkout = new Checkout(t);
			checkout.lock(checkout.runtime, "brought-node", { "bin/node": "#!/no/such/loader\n" });
			const { status, stdout, stderr } = checkout.run(ASK, machine);
			assert.deepEqual([status, stdout], [1, ""]);
			const lines = stderr.split("\n").filter((line) => !/^$|^added|Installing Node/.test(line));
			assert.equal(lines.length, 1, stderr);
			assert.match(lines[0] ?? "", /^sallyport: Node 20\.1\.0 is too old, .*\. Install Node 24 or later\.$/);
			assert.equal(checkout.has("node_modules"), false);
			assert.match(checkout.run(ASK, machine).stderr, /Install Node 24 or later\.\n$/);
		});
	}
});

describe("what is installed", () => {
	it("by hand, without install scripts, is taken as it is; later it follows the lock file, and the kind of machine that shares the checkout", (t) => {
		const checkout = new Checkout(t);
		checkout.npm("ci", "--ignore-scripts");
		assert.deepEqual([checkout.run(ASK).stderr, checkout.run(ASK).status], ["", 0]);
		checkout.lock(".", "library", { "new.js": "" }, "1.0.1");
		assert.match(checkout.run(ASK).stderr, /Installing/);
		assert.ok(checkout.has("node_modules/library/new.js"));
		assert.equal(checkout.run(ASK).stderr, "");
		assert.match(checkout.run(ASK, { arch: "another" }).stderr, /Installing/);
	});

	it("is repaired by the next run after Ctrl-C, after a stop while npm wrote its record, and where a package is missing", async (t) => {
		const checkout = new Checkout(t);
		const stopped = checkout.start(ASK);
		await once(stopped.stderr, "data");
		process.kill(-(stopped.pid ?? 0), "SIGINT");
		// npm shares the pipe: it closes once both have ended.
		await once(stopped, "close");
		assert.equal(stopped.signalCode, "SIGINT");
		assert.equal(checkout.has("node_modules/.package-lock.json"), false);
		assert.match(checkout.run(ASK).stderr, /Installing/);
		assert.equal(checkout.run(ASK).stderr, "");
		rmSync(checkout.path("node_modules/library"), { recursive: true });
		assert.match(checkout.run(ASK).stderr, /Installing/, "a package is missing");
		checkout.write("node_modules/.package-lock.json", '{ "packages": { "node_mo');
		assert.match(checkout.run(ASK).stderr, /Installing/);
		assert.equal(checkout.run(ASK).stderr, "");
	});

	it("starts no program if npm was stopped before its end", async (t) => {
		const checkout = new Checkout(t);
		checkout.startScript("-p", "1");
		const start = checkout.npmStart();
		const out = text(start.stdout);
		await once(start.stderr, "data");
		start.kill("SIGTERM");
		await once(start, "close");
		assert.equal(await out, "");
	});

	it("is not taken for whole when npm left out an optional package for this machine, as it does for a wrong integrity", (t) => {
		const checkout = new Checkout(t);
		const { packages } = JSON.parse(checkout.read("package-lock.json")) as {
			packages: Record<string, object>;
		};
		const entry = packages["node_modules/library"];
		/** One package for each change, all of the same content. */
		const lockOptional = (...changes: object[]) => {
			const names = changes.map((_, at) => `library${at}`);
			const top = {
				optionalDependencies: Object.fromEntries(names.map((name) => [name, "file:library.tgz"])),
			};
			const entries = changes.map((change, at) => [
				`node_modules/${names[at]}`,
				{ ...entry, name: "library", optional: true, ...change },
			]);
			const lock = {
				lockfileVersion: 3,
				requires: true,
				packages: { "": top, ...Object.fromEntries(entries) },
			};
			checkout.write("package.json", JSON.stringify(top));
			checkout.write("package-lock.json", JSON.stringify(lock));
		};
		lockOptional({ integrity: "sha512-AAAA" });
		for (const { status, stdout, stderr } of [checkout.run(ASK), checkout.run(ASK)]) {
			assert.deepEqual([status, stdout], [1, ""]);
			assert.match(stderr, /\nsallyport: npm left out packages for this machine\. [^\n]*tries again\.\n$/);
		}
		const isGlibc = "glibcVersionRuntime" in Object(process.report?.getReport()).header;
		lockOptional({ os: ["aix"] }, { cpu: ["mips"] }, { libc: [isGlibc ? "musl" : "glibc"] });
		checkout.run(ASK);
		assert.equal(checkout.run(ASK).stderr, "");
		assert.equal(checkout.has("node_modules/.package-lock.json"), true);
		for (const at of [0, 1, 2]) assert.equal(checkout.has(`node_modules/library${at}`), false);
	});
});

describe("what is built", () => {
	it("is built again when what it is made from differs, and only then", (t) => {
		const checkout = new Checkout(t);
		checkout.needNoInstall();
		const typescript = join(import.meta.dirname, "../node_modules/typescript");
		symlinkSync(typescript, checkout.path("node_modules/typescript"));
		const compilerOptions = { module: "nodenext", types: [], rootDir: "src", outDir: "dist" };
		checkout.write("tsconfig.json", "{}");
		checkout.write("packages/client/package.json", '{ "type": "module" }');
		checkout.write(
			"packages/client/tsconfig.build.json",
			JSON.stringify({ compilerOptions, include: ["src"], exclude: ["src/**/*.test.ts"] }),
		);
		checkout.write("packages/client/src/index.ts", "export const version = 1;");
		checkout.write("packages/client/src/gone.ts", "export {};");
		const built = () => checkout.run(ASK).stderr.includes("Building packages/client …");
		const output = "packages/client/dist/index.js";

		assert.deepEqual([built(), built()], [true, false]);
		assert.match(checkout.read(output), /version = 1/);
		checkout.write("packages/client/src/index.test.ts", "a test is no part of it");
		assert.equal(built(), false);
		checkout.write("packages/client/src/index.ts", "export const version = 2;");
		rmSync(checkout.path("packages/client/src/gone.ts"));
		assert.deepEqual([built(), built()], [true, false]);
		assert.match(checkout.read(output), /version = 2/);
		assert.equal(checkout.has("packages/client/dist/gone.js"), false);
		rmSync(checkout.path("packages/client/dist/.built-from"));
		assert.deepEqual([built(), built()], [true, false], "a build that was stopped");
		checkout.write("package-lock.json", '{ "packages": {}, "version": "2" }');
		assert.equal(built(), true);
		checkout.write("packages/client/tsconfig.build.json", "{");
		const broken = checkout.run(ASK);
		assert.deepEqual([broken.status, broken.stdout], [1, ""]);
		assert.match(broken.stderr, /\nsallyport: packages\/client could not be built, see above\.\n$/);
	});
});

describe("the program that the set-up hands over to", () => {
	it("gives its exit code, its output, and 128 + the number of the signal that ended it", (t) => {
		const checkout = new Checkout(t);
		checkout.needNoInstall();
		const ended = checkout.run(["-e", 'console.log("done"); process.exitCode = 7']);
		assert.deepEqual([ended.status, ended.stdout], [7, "done\n"]);
		assert.equal(checkout.run(["-e", 'process.kill(process.pid, "SIGKILL")']).status, 137);
	});

	it("gives its exit code to npm", async (t) => {
		const checkout = new Checkout(t);
		checkout.needNoInstall();
		checkout.startScript("-e", "process.exitCode=7");
		const start = checkout.npmStart();
		await Promise.all([text(start.stdout), text(start.stderr), once(start, "close")]);
		assert.equal(start.exitCode, 7);
	});

	for (const [stop, target] of [
		["SIGINT", "the group, as Ctrl-C does"],
		["SIGTERM", "the set-up alone"],
	] as const) {
		it(`ends in its own way after ${stop} to ${target}`, async (t) => {
			const checkout = new Checkout(t);
			checkout.needNoInstall();
			const program = `setInterval(() => {}, 1000); process.once("${stop}", () => process.exit(7)); console.error("ready");`;
			const child = checkout.start(["-e", program]);
			await once(child.stderr, "data");
			process.kill(stop === "SIGINT" ? -(child.pid ?? 0) : (child.pid ?? 0), stop);
			await once(child, "close");
			assert.equal(child.exitCode, 7);
		});
	}
});
