import assert from "node:assert/strict";
import { it } from "node:test";
import { showProgress } from "./show-progress.ts";

function shown(isTTY: boolean, part: number | null): string {
	const written: string[] = [];
	const progress = showProgress({
		isTTY,
		write: (text: string | Uint8Array) => written.push(String(text)) > 0,
	});
	progress.show(part, "500 users read");
	progress.end();
	return written.join("");
}

it("a terminal shows one line, which is gone at the end", () => {
	assert.equal(
		shown(true, 0.5),
		`\r\u001b[K[${"#".repeat(15)}${" ".repeat(15)}]  50 % 500 users read\r\u001b[K`,
	);
	assert.equal(shown(true, null), "\r\u001b[K500 users read\r\u001b[K");
});

it("a pipe and a file get nothing of it", () => {
	assert.equal(shown(false, 0.5), "");
});
