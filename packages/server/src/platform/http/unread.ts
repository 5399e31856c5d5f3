/** What a client still has to take of what was written to it. */
export interface Owed {
	/** Everything up to this byte of the connection … */
	byte: number;
	/** … must be taken by then. */
	until: number;
}

interface Unread {
	/** As judged before; null: nothing was owed. */
	owed: Owed | null;
	/** Bytes written to the connection since it was opened, and those of them that are not taken. */
	written: number;
	pending: number;
	/** Milliseconds. */
	now: number;
	writeTimeout: number;
}

/** Bytes a second. Below 10,000, so that a client that takes as many is never cut off. */
const LEAST_RATE = 8000;

/**
 * What the client owes from now on, or "overdue". Any byte taken would reset an inactivity time-out; so what waits has to
 * be taken whole, within the time-out or at the least rate, whichever is longer. Node counts a write as pending
 * until its last byte is taken, so nothing finer can be seen.
 */
export function judgeUnread({ owed, written, pending, now, writeTimeout }: Unread): Owed | null | "overdue" {
	if (pending === 0) return null;
	if (owed === null || written - pending >= owed.byte)
		return { byte: written, until: now + Math.max(writeTimeout, (1000 * pending) / LEAST_RATE) };
	return now > owed.until ? "overdue" : owed;
}
