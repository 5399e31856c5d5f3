/** What a client still has to read. */
export interface Owed {
	/** Everything up to this byte of the connection … */
	byte: number;
	/** By when that byte must be read. */
	until: number;
}

interface Unread {
	/** The previous result; null: nothing was owed. */
	owed: Owed | null;
	/** Bytes written since the connection was opened, and those of them not yet read. */
	written: number;
	pending: number;
	/** Milliseconds. */
	now: number;
	writeTimeout: number;
}

/** Bytes a second. Below 10,000, so that a client that reads as many is never cut off. */
const LEAST_RATE = 8000;

/**
 * What the client owes from now on, or "overdue". An inactivity timeout would restart with any byte read; so the pending
 * bytes must all be read within the timeout or at the least rate, whichever is longer. Node counts a write as pending until
 * its last byte is read, so nothing finer is visible.
 */
export function judgeUnread({ owed, written, pending, now, writeTimeout }: Unread): Owed | null | "overdue" {
	if (pending === 0) return null;
	if (owed === null || written - pending >= owed.byte)
		return { byte: written, until: now + Math.max(writeTimeout, (1000 * pending) / LEAST_RATE) };
	return now > owed.until ? "overdue" : owed;
}
