import { constants } from "node:os";

let watching = false;

/** Runs at the end of this process, however it comes: a scenario that is stopped leaves nothing behind. Returns how to call it off. */
export function atEnd(act: () => void): () => void {
	if (!watching) {
		watching = true;
		for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
			process.on(signal, () => process.exit(128 + constants.signals[signal]));
	}
	process.on("exit", act);
	return () => {
		process.off("exit", act);
	};
}
