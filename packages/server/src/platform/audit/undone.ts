import type { Around } from "./audit.ts";

/** Thrown within a transaction, which leaves nothing: all of it could be done. */
export class Undone extends Error {}

/** Tries out what an operation would do: its transaction ends with Undone, or with its refusal. */
export const undone: Around = async (_queries, work) => {
	await work();
	throw new Undone();
};
