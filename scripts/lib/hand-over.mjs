import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { constants } from "node:os";

export const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];
const WATCH_PARENT_MS = 250;
const parent = process.ppid;

/** A terminal sends its Ctrl-C to the child as well: handing that on would look like a second, impatient one. */
function hasTerminal() {
	if (process.platform === "win32") return true;
	try {
		closeSync(openSync("/dev/tty", "r"));
		return true;
	} catch {
		return false;
	}
}

/** npm runs a script through a shell that dies of a signal without passing it on, so its death counts as one. */
export function hasLostNpm() {
	return process.platform !== "win32" && !!process.env.npm_lifecycle_event && process.ppid !== parent;
}

/** Calls back once when it happens; clear the interval that this returns to stop looking. */
export function onDeathOfNpm(react) {
	const watch = setInterval(() => {
		if (!hasLostNpm()) return;
		clearInterval(watch);
		react();
	}, WATCH_PARENT_MS);
	return watch.unref();
}

/**
 * Runs `command` with `args` in place of this process: same terminal, same signals, same end.
 * Resolves to the exit code to end with, 128 + n when a signal ended the child. Rejects when it cannot start.
 */
export function handOver(command, args, options = {}) {
	const terminal = hasTerminal();
	const child = spawn(command, args, { ...options, stdio: "inherit" });
	// A handler for each signal keeps this process alive until the child has ended in its own way.
	const forward = (signal) => {
		if (!terminal || signal === "SIGTERM") child.kill(signal);
	};
	for (const signal of SIGNALS) process.on(signal, forward);
	const watch = onDeathOfNpm(() => child.kill("SIGTERM"));
	return new Promise((resolve, reject) => {
		child.once("error", reject);
		child.once("exit", (code, signal) => resolve(signal ? 128 + constants.signals[signal] : code));
	}).finally(() => {
		clearInterval(watch);
		for (const signal of SIGNALS) process.off(signal, forward);
	});
}
