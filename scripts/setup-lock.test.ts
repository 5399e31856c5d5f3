import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, renameSync, rmSync } from "node:fs";
import { text } from "node:stream/consumers";
import { describe, it } from "node:test";
import { ASK, Checkout } from "./test/checkout.ts";

describe("the lock of a set-up", () => {
	it("holds while an npm lives that outlived its set-up, or another process looks whether it is dead; who waits says so once", async (t) => {
		const checkout = new Checkout(t);
		const lock = checkout.path(".setup-lock");
		const dead = spawnSync("true").pid;
		const npm = spawn("sleep", ["60"]);
		t.after(() => npm.kill());
		checkout.write(".setup-lock", `${dead} ${npm.pid} `);
		mkdirSync(`${lock}.removal`);
		const waiting = checkout.start(ASK);
		const said = text(waiting.stderr);
		await once(waiting.stderr, "data");
		npm.kill();
		await once(npm, "exit");
		const other = checkout.start(ASK);
		const [heard] = (await once(other.stderr, "data")) as [Buffer];
		const sentence = `sallyport: Waiting for the set-up that runs as process ${dead} ${npm.pid}. If it is none, remove ${lock}.\n`;
		assert.equal(String(heard), sentence);
		rmSync(`${lock}.removal`, { recursive: true });
		await Promise.all([once(waiting, "close"), once(other, "close")]);
		assert.deepEqual([waiting.exitCode, other.exitCode], [0, 0]);
		assert.equal((await said).split(sentence).length, 2);
	});

	it("that is waited for starts no program when npm gets a stop signal meanwhile", async (t) => {
		const checkout = new Checkout(t);
		checkout.run(ASK);
		checkout.startScript("-p", "1");
		const record = checkout.path("node_modules/.package-lock.json");
		renameSync(record, `${record}.aside`);
		checkout.write(".setup-lock", `${process.pid} `);
		const start = checkout.npmStart();
		const out = text(start.stdout);
		await once(start.stderr, "data");
		const said = text(start.stderr);
		start.kill("SIGTERM");
		await once(start, "exit");
		renameSync(`${record}.aside`, record);
		rmSync(checkout.path(".setup-lock"));
		assert.deepEqual([await out, await said], ["", "sallyport: Stopped. The next run goes on.\n"]);
	});

	it("names the npm of that set-up", async (t) => {
		const checkout = new Checkout(t);
		const look = 'for each in $(seq 200); do grep -q " $$ " .setup-lock && echo named && exit 1; done';
		const started = checkout.start(ASK, [checkout.fakeNpm(look)]);
		assert.match(await text(started.stderr), /\nnamed\n/);
	});

	it("lets one of two that are started at once install, while the other waits; a set-up that was killed keeps none out", async (t) => {
		const checkout = new Checkout(t);
		const both = [checkout.start(ASK), checkout.start(ASK)].map(async (child) => {
			const [said] = await Promise.all([text(child.stderr), once(child, "close")]);
			return { said, code: child.exitCode };
		});
		const [one, other] = await Promise.all(both);
		assert.deepEqual([one?.code, other?.code], [0, 0], `${one?.said}${other?.said}`);
		assert.equal(`${one?.said}${other?.said}`.match(/Installing/g)?.length, 1);
		assert.equal(checkout.has(".setup-lock"), false);

		rmSync(checkout.path("node_modules"), { recursive: true });
		checkout.write(".setup-lock", String(spawnSync("true").pid));
		assert.equal(checkout.run(ASK).status, 0);
	});
});
