import { spawn } from "node:child_process";

/**
 * Runs a program and keeps what it prints, for the case that it fails.
 * Resolves to `{ code, output }`; `code` is null when a signal ended it or it could not be started.
 */
export function runQuietly(command, args, options) {
	return new Promise((resolve) => {
		const printed = [];
		const child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
		child.stdout.on("data", (part) => printed.push(part));
		child.stderr.on("data", (part) => printed.push(part));
		// Work that goes on after this process has given up its lock would meet the next set-up.
		const stop = () => child.kill();
		process.once("exit", stop);
		const end = (code, output) => {
			process.off("exit", stop);
			resolve({ code, output: output.trim() });
		};
		child.once("error", (error) => end(null, error.message));
		child.once("close", (code) => end(code, Buffer.concat(printed).toString()));
	});
}

/** The beginning of a long output: npm and Vite name the reason first. */
export const firstLines = (output) => output.split("\n").slice(0, 20).join("\n");
