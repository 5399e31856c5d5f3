import type { WriteStream } from "node:tty";

/** Milliseconds. */
const BETWEEN = 100;
const WIDTH = 30;

/** One line on a terminal that is overwritten; prints nothing elsewhere. */
export function showProgress(output: Pick<WriteStream, "isTTY" | "write">) {
	let last = Number.NEGATIVE_INFINITY;
	return {
		/** `part`: 0 to 1, or null if the total is unknown. */
		show(part: number | null, text: string): void {
			if (!output.isTTY || performance.now() - last < BETWEEN) return;
			last = performance.now();
			output.write(`\r\u001b[K${part === null ? "" : `${bar(part)} `}${text}`);
		},
		/** Clears the line. */
		end(): void {
			if (last !== Number.NEGATIVE_INFINITY) output.write("\r\u001b[K");
		},
	};
}

function bar(part: number): string {
	const done = Math.round(Math.min(1, part) * WIDTH);
	return `[${"#".repeat(done)}${" ".repeat(WIDTH - done)}] ${String(Math.floor(part * 100)).padStart(3)} %`;
}
