import assert from "node:assert/strict";
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { type TestContext, test } from "node:test";

const handOverUrl = new URL("./hand-over.mjs", import.meta.url).href;

/** A process that hands over to `program` (JavaScript on this runtime), as the set-up does. */
function handingOver(t: TestContext, program: string): ChildProcessWithoutNullStreams {
	const parent = `import { handOver } from ${JSON.stringify(handOverUrl)};
		process.exitCode = await handOver(process.execPath, ["-e", ${JSON.stringify(program)}]);`;
	const child = spawn(process.execPath, ["--input-type=module", "-e", parent]);
	t.after(() => child.kill("SIGKILL"));
	return child;
}

async function end(child: ChildProcessWithoutNullStreams): Promise<{ code: number; printed: string }> {
	let printed = "";
	child.stdout.on("data", (part) => {
		printed += part;
	});
	const [code] = await once(child, "close");
	return { code, printed };
}

test("the program's exit code and output are those of the whole", async (t) => {
	const child = handingOver(t, 'console.log("done"); process.exitCode = 7');
	assert.deepEqual(await end(child), { code: 7, printed: "done\n" });
});

test("a program that a signal ended makes 128 + its number, as in a shell", async (t) => {
	const { code } = await end(handingOver(t, 'process.kill(process.pid, "SIGKILL")'));
	assert.equal(code, 137);
});

test("a repeated signal reaches the program once, and the program ends in its own time", async (t) => {
	const child = handingOver(
		t,
		`let asked = 0;
		process.on("SIGTERM", () => { asked += 1; console.log("asked " + asked); });
		process.stdin.on("end", () => process.exit(3)).resume();
		console.log("ready");`,
	);
	const ended = end(child);
	const [ready] = await once(child.stdout, "data");
	assert.equal(String(ready), "ready\n");
	const answered = once(child.stdout, "data");
	child.kill("SIGTERM");
	child.kill("SIGTERM");
	await answered;
	child.stdin.end();
	assert.deepEqual(await ended, { code: 3, printed: "ready\nasked 1\n" });
});
