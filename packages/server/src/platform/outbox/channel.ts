import type { RecordEvent } from "../audit/audit.ts";
import type { Queryable } from "../database/tables.ts";
import type { Delivery, Rank } from "./delivery-store.ts";

/** The target of mails. */
export const MAIL = "mail";

/** The target of logout tokens for applications. */
export const LOGOUT = "logout";

/** What came of an attempt. */
export type Outcome =
	| { is: "sent"; status: string }
	/** There is nothing to say any more. */
	| { is: "pointless" }
	| {
			is: "failed";
			/** A code that says what failed. */
			status: string;
			/** No further attempt would help. */
			permanent: boolean;
			/** Whether it may have arrived nevertheless. */
			unanswered: boolean;
			/** Part of the transaction that notes the failure. */
			also?: (queries: Queryable) => Promise<void>;
	  };

/** A delivery whose recipient is known, and its payload, opened. */
export interface Addressed {
	delivery: Delivery;
	payload: unknown;
}

/** A delivery that has failed. */
interface Lost {
	userId: string;
	kind: string;
	/** The code of its last failure. */
	status: string;
	attempts: number;
	/** null: it does not open any more. */
	payload: unknown;
}

/** How deliveries of one target go out. */
export interface Channel {
	target: string;
	/** Milliseconds between attempts, the first one first; after the last one a delivery has failed. */
	waits: readonly [number, ...number[]];
	/** An attempt was the last one. Part of the transaction that notes it. */
	recordLoss(record: RecordEvent, lost: Lost): Promise<void>;
	/** The ranks of which one more may go now. */
	ranksWithRoom(
		queries: Queryable,
		at: { now: number; underWay: (rank: Rank) => number },
	): Promise<readonly Rank[]>;
	/** Finds and records the recipient of a delivery that was queued without one; null: there is none, and the delivery is gone. */
	findRecipient(delivery: Delivery, payload: unknown): Promise<Addressed | null>;
	/** `begin` comes before anything is sent: it rejects when another instance has taken over. */
	deliver(
		addressed: Addressed,
		attempt: { begin: () => Promise<void>; signal: AbortSignal },
	): Promise<Outcome>;
}
