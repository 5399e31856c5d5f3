/** Verifies one password again and again, with nothing around it. */
import { parentPort, workerData } from "node:worker_threads";
import { hashSync, verifySync } from "@node-rs/argon2";
import type { HashParameters } from "./raw-hash-loop.ts";

const { parameters, duration } = workerData as { parameters: HashParameters; duration: number };
const { memory: memoryCost, passes: timeCost, parallelism } = parameters;
const stored = hashSync("brass otter lantern quill", { memoryCost, timeCost, parallelism });

parentPort?.once("message", () => {
	const before = process.threadCpuUsage();
	const end = performance.now() + duration;
	let verified = 0;
	while (performance.now() < end) {
		verifySync(stored, "not this one");
		verified += 1;
	}
	const { user, system } = process.threadCpuUsage(before);
	parentPort?.postMessage({ verified, ran: (user + system) / 1e6 });
});
parentPort?.postMessage("ready");
