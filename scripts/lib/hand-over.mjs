import { spawn } from "node:child_process";
import { constants } from "node:os";

const parent = process.ppid;

/** npm runs a script through a shell that dies of a signal without passing it on, so its death counts as one. */
const hasLostNpm = () =>
	process.platform !== "win32" && !!process.env.npm_lifecycle_event && process.ppid !== parent;

/**
 * Runs `command` with `args` in place of this process: same terminal, same signals, same end.
 * Resolves to the exit code to end with, 128 + n when a signal ended the child. Rejects when it cannot start.
 */
export async function handOver(command, args, options = {}) {
	if (hasLostNpm()) return 128 + constants.signals.SIGTERM;
	const child = spawn(command, args, { ...options, stdio: "inherit" });
	const stop = () => child.kill("SIGTERM");
	process.on("SIGTERM", stop);
	// A terminal sends these to the child as well. This process only waits until the child has ended in its own way.
	for (const signal of ["SIGINT", "SIGHUP"]) process.on(signal, () => {});
	const watch = setInterval(() => hasLostNpm() && stop(), 250);
	return new Promise((resolve, reject) => {
		child.once("error", reject);
		child.once("exit", (code, signal) => resolve(signal ? 128 + constants.signals[signal] : code));
	}).finally(() => {
		clearInterval(watch);
		process.off("SIGTERM", stop);
	});
}
