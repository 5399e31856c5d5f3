/** Who is served first: a known device, then an address without recent failures, then one with. */
export const lanes = ["known", "quiet", "suspect"] as const;

export type Lane = (typeof lanes)[number];

/** Where a job waits. */
export interface Place {
	lane: Lane;
	/** Address of the client; jobs of one lane take turns by it and its network. */
	from: string;
}

/** The place of all jobs of a queue whose clients are not told apart: first come, first served. */
export const commonPlace: Place = { lane: "quiet", from: "" };
