/** What the main thread and a hashing thread say to each other. */

export interface HashParameters {
	/** KiB. */
	memory: number;
	passes: number;
	parallelism: number;
}

/** The floor of OWASP and ASVS 11.4.2 for argon2id. */
export const defaultHashParameters: HashParameters = { memory: 19_456, passes: 2, parallelism: 1 };

export interface Verification {
	matches: boolean;
	/** True only with a match: the stored hash has other parameters than new hashes get. */
	needsRehash: boolean;
}

export type HashJob =
	| { kind: "hash"; password: Uint8Array }
	| { kind: "verify"; password: Uint8Array; stored: string | null };

export interface HashResults {
	hash: string;
	verify: Verification;
}

export type HashAnswer =
	| { kind: "ready" }
	/** `work` is all that this thread has done for jobs, in hashes of the present parameters. */
	| { kind: "done"; result: HashResults[HashJob["kind"]]; work: number }
	| { kind: "failed"; message: string };
