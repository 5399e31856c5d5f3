import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";

const lockUrl = new URL("./lock.mjs", import.meta.url).href;

interface Place {
	/** The checkout that the lock is for. */
	root: string;
	/** Where the locks lie. */
	temporary: string;
	/** Where each holder writes when it comes and goes. */
	log: string;
}

function makePlace(t: TestContext): Place {
	const folder = mkdtempSync(join(tmpdir(), "sallyport-lock-"));
	t.after(() => rmSync(folder, { recursive: true, force: true }));
	const place = { root: join(folder, "root"), temporary: join(folder, "tmp"), log: join(folder, "log") };
	mkdirSync(place.root);
	mkdirSync(place.temporary);
	return place;
}

/** A process that runs `work` (JavaScript, may await) under the lock of the place. */
function holder(t: TestContext, { root, temporary, log }: Place, work: string): ChildProcess {
	const program = `import { withLock } from ${JSON.stringify(lockUrl)};
		import { appendFileSync } from "node:fs";
		import { setImmediate } from "node:timers/promises";
		const write = (word) => appendFileSync(${JSON.stringify(log)}, word + " " + process.pid + "\\n");
		await withLock(${JSON.stringify(root)}, async () => { ${work} });`;
	const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
		env: { ...process.env, TMPDIR: temporary, TEMP: temporary },
		stdio: ["ignore", "pipe", "ignore"],
	});
	t.after(() => child.kill("SIGKILL"));
	return child;
}

const COME_AND_GO = `write("in"); for (let i = 0; i < 100; i++) await setImmediate(); write("out");`;

test("of several set-ups at once, and a lock whose owner was killed, each works alone", async (t) => {
	const place = makePlace(t);
	const killed = holder(t, place, 'console.log("holds"); await new Promise((end) => setInterval(end, 1e6));');
	assert.ok(killed.stdout);
	await once(killed.stdout, "data");
	killed.kill("SIGKILL");
	await once(killed, "close");
	assert.equal(readdirSync(place.temporary).length, 1);

	const holders = [1, 2, 3].map(() => holder(t, place, COME_AND_GO));
	const codes = await Promise.all(holders.map((child) => once(child, "close").then(([code]) => code)));
	assert.deepEqual(codes, [0, 0, 0]);

	const lines = readFileSync(place.log, "utf8").trim().split("\n");
	assert.equal(lines.length, 6);
	for (let i = 0; i < lines.length; i += 2) {
		assert.match(lines[i] ?? "", /^in /);
		assert.equal(lines[i + 1], lines[i]?.replace("in", "out"));
	}
	assert.deepEqual(readdirSync(place.temporary), []);
});

test("a set-up that is told to stop leaves no lock behind", async (t) => {
	const place = makePlace(t);
	const stopped = holder(
		t,
		place,
		'console.log("holds"); await new Promise((end) => setInterval(end, 1e6));',
	);
	assert.ok(stopped.stdout);
	await once(stopped.stdout, "data");
	stopped.kill("SIGTERM");
	const [code] = await once(stopped, "close");
	assert.equal(code, 143);
	assert.deepEqual(readdirSync(place.temporary), []);
});
