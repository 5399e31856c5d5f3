import type { Generated } from "kysely";
import type { Sealed } from "./sealed.ts";

/** Something to be sent. Part of tables.ts. */
export interface DeliveryTable {
	id: string;
	/** The kind of message, which decides its text. */
	kind: string;
	/** The channel that sends it: "mail" or "logout". */
	target: string;
	/** The user it is about; null: known only when it is sent. */
	subject_id: string | null;
	/** JSON: what it is made from when it is sent; null: it was sent. */
	payload_sealed: Sealed | null;
	/** Lower ones go first. */
	rank: number;
	state: "waiting" | "sent" | "failed";
	attempts: Generated<number>;
	/** Attempts that may have arrived, for all that is known. */
	unanswered: Generated<number>;
	created_at: number;
	/** When it is tried next; of one that was sent or has failed, when that was. */
	next_at: number;
	/** From then on it says nothing useful. */
	expires_at: number;
	/** An instance is at it until then; null: none is. */
	lease_until: number | null;
	/** What came of the last attempt: a code, never text from outside. */
	last_status: string | null;
}
