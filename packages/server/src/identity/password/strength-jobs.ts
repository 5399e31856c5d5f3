/** The jobs of strength-worker.ts. */
export interface StrengthJobs {
	/** Words that a guesser would try first for this user; the answer is the decimal logarithm of the guesses. */
	guesses: { input: { password: string; context: string[] }; result: number };
}
