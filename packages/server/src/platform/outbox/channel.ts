import type { Queryable } from "../database/tables.ts";
import type { Delivery } from "./delivery-store.ts";

/** What came of an attempt. */
export type Outcome =
	| { is: "sent"; status: string }
	/** There is nothing to say any more. */
	| { is: "pointless" }
	| {
			is: "failed";
			/** A code. */
			status: string;
			/** No further attempt would help. */
			permanent: boolean;
			/** It may have arrived. */
			unanswered: boolean;
			/** Part of the transaction that notes the failure. */
			also?: (queries: Queryable) => Promise<void>;
	  };

/** How deliveries go out. */
export interface Channel {
	/** The last rank that may go now; null: enough was sent. */
	lastRank(queries: Queryable, now: number): Promise<number | null>;
	/** Minimum milliseconds for a delivery that a stranger has caused: its outcome is recorded when they are over. */
	slot: number;
	/** Finds and records the recipient of a delivery that was queued without one. */
	lookUp(delivery: Delivery, payload: unknown): Promise<void>;
	/** `begin` comes before anything is sent: it rejects when another instance has taken over. */
	deliver(
		delivery: Delivery,
		payload: unknown,
		attempt: { begin: () => Promise<void>; signal: AbortSignal },
	): Promise<Outcome>;
}
