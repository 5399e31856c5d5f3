/** What a pool and its threads say to each other. */

/** The kinds of job that a thread program knows, each with what it takes and gives. */
export type JobKinds<Kinds> = { [Kind in keyof Kinds]: { input: unknown; result: unknown } };

export interface JobMessage<Kinds extends JobKinds<Kinds>, Kind extends keyof Kinds = keyof Kinds> {
	kind: Kind;
	input: Kinds[Kind]["input"];
}

export type ThreadMessage =
	| { kind: "ready" }
	| { kind: "done"; result: unknown }
	/** The job failed, the thread goes on. */
	| { kind: "failed"; message: string };
