import type { Client } from "../../platform/audit/audit.ts";

/** Who is at the other end of a call that takes a password: for the record, for fairness, and to be told how many tries are left. */
export interface Requester {
	client: Client;
	/** The device cookie as it came; it may be anything. */
	device: string | null;
	/** Aborts when nobody waits for the answer any more. */
	signal: AbortSignal;
	/** When a thread began to check the password (performance.now): from then the minimum response time counts. */
	hashingBegan: number | null;
	tell(standing: RateLimitStanding): void;
}

/**
 * What the fields RateLimit and RateLimit-Policy say: of the caller's own address or device only. The budget of the
 * account would tell strangers whether somebody else is guessing, or logs in.
 */
export interface RateLimitStanding {
	policy: "address" | "client";
	/** Failures that the window allows. */
	quota: number;
	remaining: number;
	/** Milliseconds. */
	window: number;
	/** Milliseconds until the window is over. */
	reset: number;
}
