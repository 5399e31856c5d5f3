/** The program of a hashing thread: one job at a time, at low priority. Imports little, since each thread pays for it. */
import { readlinkSync } from "node:fs";
import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { createArgon2 } from "./argon2.ts";
import type { HashAnswer, HashJob, HashParameters } from "./hash-job.ts";

/** Hashing takes every idle cycle, and none that the check of a credential on the main thread wants. */
const NICE = 15;

lowerPriority();
const port = parentPort;
if (port === null) throw new Error("hash-worker.ts is the program of a worker thread");
const argon2 = createArgon2(workerData as HashParameters);
const answer = (message: HashAnswer) => port.postMessage(message);

port.on("message", (job: HashJob) => {
	try {
		answer({ kind: "done", result: perform(job), work: argon2.work() });
	} catch (error) {
		answer({ kind: "failed", message: String(error) });
	} finally {
		job.password.fill(0);
	}
});
answer({ kind: "ready" });

function perform(job: HashJob) {
	switch (job.kind) {
		case "hash":
			return argon2.hash(job.password);
		case "verify":
			return argon2.verify(job.stored, job.password);
	}
}

/** Only Linux names a thread as it names a process; elsewhere, and where it is forbidden, the priority stays. */
function lowerPriority(): void {
	try {
		const thread = readlinkSync("/proc/thread-self").split("/").at(-1);
		setPriority(Number(thread), NICE);
	} catch {
		// Slower checks under load, nothing worse.
	}
}
