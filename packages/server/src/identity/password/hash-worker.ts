/** The program of a hashing thread. It imports little, since every thread pays for it. */
import { workerData } from "node:worker_threads";
import { answerJobs } from "./answer-jobs.ts";
import { createArgon2 } from "./argon2.ts";
import type { HashJobs, HashParameters } from "./hash-jobs.ts";

const argon2 = createArgon2(workerData as HashParameters);

answerJobs<HashJobs>({
	hash({ password }) {
		try {
			return argon2.hash(password);
		} finally {
			password.fill(0);
		}
	},
	verify({ password, received, stored }) {
		const began = performance.now();
		try {
			const verification = argon2.verify(stored, password, received);
			return { ...verification, took: performance.now() - began };
		} finally {
			password.fill(0);
			received.fill(0);
		}
	},
});
