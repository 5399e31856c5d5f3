/** The jobs of hash-worker.ts. */
export interface HashJobs {
	hash: { input: { password: Uint8Array }; result: { hash: string; work: number } };
	verify: {
		input: PasswordBytes & { stored: string | null };
		result: Timed<Verification> & { work: number };
	};
}

export interface PasswordBytes {
	/** Of its NFC form, which is what counts here. */
	password: Uint8Array;
	/** As received, which is what counted in other systems. */
	received: Uint8Array;
}

export interface HashParameters {
	/** KiB. */
	memory: number;
	passes: number;
	parallelism: number;
}

export interface Verification {
	matches: boolean;
	/** True only with a match: the stored hash has other parameters than new hashes get, or is that of another system. */
	needsRehash: boolean;
}

/** `took`: milliseconds in the thread. */
export type Timed<Result> = Result & { took: number };
