import type { Visit } from "./visit.ts";

/** One promise of the contract, and how to see whether it is kept. */
export interface Check {
	/** Stable, such as "login.token-answer"; what stands before the dot is the group. */
	id: string;
	/** One sentence. */
	promise: string;
	/** Section of the contract that makes it. */
	section: number;
	/** Throws NotAsPromised or LeftOut. */
	run(visit: Visit): Promise<void>;
}

/** Says what was seen instead; never a secret, which the report masks all the same. */
export class NotAsPromised extends Error {}

/** The check could not be made, for a reason that breaks no promise of its own. */
export class LeftOut extends Error {}

export function demand(kept: boolean, seen: string): asserts kept {
	if (!kept) throw new NotAsPromised(seen);
}
