import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { constants } from "node:os";

const FORWARDED = ["SIGINT", "SIGTERM", "SIGHUP"];
const REPEAT_AFTER_MS = 1000;
const WATCH_PARENT_MS = 250;

/** Does a terminal control this process? Its Ctrl-C then goes to the child as well, without our help. */
function hasTerminal() {
	if (process.platform === "win32") return true;
	try {
		closeSync(openSync("/dev/tty", "r"));
		return true;
	} catch {
		return false;
	}
}

/**
 * npm runs a script through a shell that dies of a signal without passing it on. What npm has started must not outlive
 * it, so its death counts as the signal. Whoever runs without npm may let go of its parent.
 */
function onDeathOfNpm(react) {
	if (process.platform === "win32" || !process.env.npm_lifecycle_event) return undefined;
	const parent = process.ppid;
	const watch = setInterval(() => {
		if (process.ppid === parent) return;
		clearInterval(watch);
		react();
	}, WATCH_PARENT_MS);
	return watch.unref();
}

/**
 * Runs `command` with `args` in this process's place: same terminal, same signals, same end.
 * Resolves to the exit code to end with, 128 + n when a signal ended the child. Rejects when it cannot start.
 */
export function handOver(command, args, options = {}) {
	const terminal = hasTerminal();
	const lastForwarded = new Map();
	const child = spawn(command, args, { ...options, stdio: "inherit" });

	// A handler for each signal keeps this process alive until the child has ended in its own way.
	const forward = (signal) => {
		// Handing on what the terminal has delivered already would look like a second, impatient Ctrl-C.
		if (terminal && signal !== "SIGTERM") return;
		// npm and process managers send the same signal to every process of a tree: one of them is enough.
		const now = Date.now();
		if (now - (lastForwarded.get(signal) ?? 0) < REPEAT_AFTER_MS) return;
		lastForwarded.set(signal, now);
		child.kill(signal);
	};
	for (const signal of FORWARDED) process.on(signal, forward);
	const watch = onDeathOfNpm(() => forward("SIGTERM"));

	return new Promise((resolve, reject) => {
		child.once("error", reject);
		child.once("exit", (code, signal) => resolve(signal ? 128 + constants.signals[signal] : code));
	}).finally(() => {
		clearInterval(watch);
		for (const signal of FORWARDED) process.off(signal, forward);
	});
}
