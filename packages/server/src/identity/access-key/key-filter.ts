/** Which keys are listed; all that are given must fit. */
export interface KeyFilter {
	userId?: string | undefined;
	/** Living ones that end before then; milliseconds. */
	expiringBefore?: number | undefined;
	/** Living ones that were not used since then; milliseconds. */
	unusedSince?: number | undefined;
	/** Living ones that were never used. */
	neverUsed?: boolean | undefined;
}
