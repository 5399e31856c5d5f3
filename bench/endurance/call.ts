/** One call of the endurance run, as it is put on record. */
import type { Answer } from "../load/connection.ts";

/**
 * accepted: 2xx. refused: 401. unavailable: 503 with Retry-After. gone: a call past the front to an instance that is away.
 * broken: the front hung up. other: anything else. Only "refused" says that nothing has happened.
 */
export const outcomes = ["accepted", "refused", "unavailable", "gone", "broken", "other"] as const;

export interface Call {
	/** Row of the table: what the call does, or what it is meant to find out. */
	kind: string;
	/** The name, never the credential itself. */
	shown: string;
	/** "front" or "instance 0" … */
	way: string;
	/** Milliseconds, of one clock. */
	began: number;
	answered: number;
	outcome: (typeof outcomes)[number];
	/** Which of both said 503. */
	from?: "service" | "front";
	/** Status and body of what is neither accepted nor refused. */
	note?: string;
}

/** What only the front's own 503 says. */
const SAID_BY_FRONT = "No instance answered";

export function outcomeOf({ status, headers, body }: Answer): Pick<Call, "outcome" | "from" | "note"> {
	if (status >= 200 && status < 300) return { outcome: "accepted" };
	if (status === 401) return { outcome: "refused" };
	const note = `${status} ${body.slice(0, 300)}`;
	const isProblem = headers["content-type"]?.startsWith("application/problem+json") ?? false;
	if (status !== 503 || headers["retry-after"] === undefined || !isProblem) return { outcome: "other", note };
	return { outcome: "unavailable", from: body.includes(SAID_BY_FRONT) ? "front" : "service", note };
}
