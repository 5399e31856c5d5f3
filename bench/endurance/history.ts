/** What was asked, when, and what was answered: enough to tell afterwards whether it could be right. */
export type Act = "login" | "check" | "renewal" | "logout" | "password change" | "disable" | "enable";

/**
 * accepted: 2xx. refused: 401. unavailable: 503 with Retry-After. away: a call past the front to an instance that is
 * gone, or a command without a database. broken: the front hung up. other: anything else. Only "refused" says that
 * nothing has happened.
 */
export const outcomes = ["accepted", "refused", "unavailable", "away", "broken", "other"] as const;
export type Outcome = (typeof outcomes)[number];

/** What a call shows and would make. Names, never credentials: of sessions, of their successive secrets, of passwords. */
export interface Intent {
	act: Act;
	/** Row of the table: the act, or what it is meant to find out. */
	kind: string;
	user: string;
	session?: string;
	/** The secret of a cookie changes with each renewal. */
	credential?: string;
	password?: string;
	/** Of a login or a password change. */
	newSession?: string;
	newPassword?: string;
}

export interface Call extends Intent {
	/** "front", "instance 0" … or "command line". */
	way: string;
	/** Milliseconds, of one clock. */
	began: number;
	answered: number;
	outcome: Outcome;
	/** Which of both said 503. */
	from?: "service" | "front";
	/** The answer names another user than the one whose credential was shown. */
	isSomebodyElse?: true;
	/** Status and body of what is neither accepted nor refused. */
	note?: string;
}

/** Every user has it at first. */
export const FIRST_PASSWORD = "password 0";
