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
	/** Milliseconds that one takes at least which a stranger has caused: what comes of it is noted at their end. */
	slot: number;
	/** Finds out whom one is for that was queued without knowing it, and writes that. */
	lookUp(delivery: Delivery, payload: unknown): Promise<void>;
	/** `begin` comes before anything is sent: it rejects when another instance has taken over. */
	deliver(
		delivery: Delivery,
		payload: unknown,
		attempt: { begin: () => Promise<void>; signal: AbortSignal },
	): Promise<Outcome>;
}
