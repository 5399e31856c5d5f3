/** A moment in which the machine itself halted: milliseconds since 1970, and of processor time that a trifle took. */
export type Halt = Record<"at" | "took", number>;

/** Milliseconds: what came shortly before waits for it, and programs with more memory need longer to continue. */
const [BEFORE, AFTER] = [150, 850];

/** Whether this moment, in milliseconds since 1970, is in a second in which the machine halted. */
export const isInHalt = (moment: number, halts: readonly Halt[]): boolean =>
	halts.some(({ at }) => moment > at - BEFORE && moment < at + AFTER);
