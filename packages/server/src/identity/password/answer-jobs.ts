import { readlinkSync } from "node:fs";
import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import type { JobKinds, JobMessage, ThreadMessage } from "./thread-messages.ts";

export type JobHandlers<Kinds extends JobKinds<Kinds>> = {
	[Kind in keyof Kinds]: (input: Kinds[Kind]["input"]) => Kinds[Kind]["result"];
};

/** Password work takes every idle cycle, and none that the check of a credential on the main thread wants. */
const NICE = 15;

/** The main loop of a thread program: one job at a time, at low priority. */
export function answerJobs<Kinds extends JobKinds<Kinds>>(handlers: JobHandlers<Kinds>): void {
	const port = parentPort;
	if (port === null) throw new Error("This program runs in a worker thread only.");
	const say = (message: ThreadMessage): void => port.postMessage(message);
	lowerPriority();
	port.on("message", ({ kind, input }: JobMessage<Kinds>) => {
		try {
			say({ kind: "done", result: handlers[kind](input) });
		} catch (error) {
			say({ kind: "failed", message: String(error) });
		}
	});
	say({ kind: "ready" });
}

/** Only Linux lets a thread have a priority of its own; elsewhere, and where it is forbidden, it stays as it is. */
function lowerPriority(): void {
	try {
		const thread = readlinkSync("/proc/thread-self").split("/").at(-1);
		setPriority(Number(thread), NICE);
	} catch {
		// Credential checks are slower under a flood of logins; nothing worse.
	}
}
