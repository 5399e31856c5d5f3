/** One call as it is kept on record, and judged. */
import type { Answer } from "../load/connection.ts";

/**
 * accepted: 2xx. refused: 401. unavailable: 503 with Retry-After. away: a call past the front to an instance that is
 * gone, or a command without a database. broken: the front hung up. other: anything else. Only "refused" says that
 * nothing has happened.
 */
export const outcomes = ["accepted", "refused", "unavailable", "away", "broken", "other"] as const;

export type Fault =
	| "wrong acceptance"
	| "lost logout"
	| "lost password change"
	| "lost disabling"
	| "wrong refusal";

/** What it would mean if the call were accepted, or refused; absent: both are right. */
export interface Expectation {
	accepted?: Fault | undefined;
	refused?: Fault | undefined;
}

export interface Call {
	act: "login" | "check" | "renewal" | "logout" | "password change" | "disable" | "enable";
	/** Row of the table: the act, or what it is meant to find out. */
	kind: string;
	user: string;
	/** Names, never credentials: of the session or the password that is shown. */
	shown: string;
	/** "front", "instance 0" … or "command line". */
	way: string;
	/** Milliseconds, of one clock. */
	began: number;
	answered: number;
	outcome: (typeof outcomes)[number];
	/** Which of both said 503. */
	from?: "service" | "front";
	fault?: Fault;
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
