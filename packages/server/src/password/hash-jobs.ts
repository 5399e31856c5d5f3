/** The jobs of hash-worker.ts. */
export interface HashJobs {
	hash: { input: { password: Uint8Array }; result: { hash: string; work: number } };
	verify: { input: { password: Uint8Array; stored: string | null }; result: Verification & { work: number } };
}

export interface HashParameters {
	/** KiB. */
	memory: number;
	passes: number;
	parallelism: number;
}

export interface Verification {
	matches: boolean;
	/** True only with a match: the stored hash has other parameters than new hashes get. */
	needsRehash: boolean;
}
