/**
 * Loaded before each test file. Node's runner ends the tests of a process when nothing keeps it busy. A file that then still
 * waits for an import, or for any other promise, would lose its tests without a word. So the process fails, and names it.
 */
import { after } from "node:test";

/** share-processes.ts writes what fills these. */
const files = globalThis as { testFiles?: string[]; loadedFiles?: Set<string> };

let [isOver, isTold] = [false, false];

function tell(): void {
	const { testFiles = [], loadedFiles = new Set() } = files;
	const missed = testFiles.filter((file) => !loadedFiles.has(file));
	if (missed.length === 0 || isTold) return;
	isTold = true;
	process.stderr.write(`not loaded to its end when the tests were over: ${missed.join(" ")}\n`);
}

if (process.env.NODE_TEST_CONTEXT !== undefined) {
	after(() => {
		isOver = true;
		tell();
	});
	process.on("exit", () => {
		if (!isOver) tell();
		if (isTold) process.exitCode = 1;
	});
}
