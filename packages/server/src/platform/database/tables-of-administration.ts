/** Part of tables.ts. */

/** A request that has made something, and whose caller may repeat it for a day (Idempotency-Key). */
export interface RepeatableRequestTable {
	/** The user or the access key. */
	actor_id: string;
	key: string;
	/** SHA-256 of the address and the body. */
	request_digest: string;
	/** What it has made. */
	made_id: string;
	created_at: number;
}

/** How often something happened within an hour, on all instances (platform/metrics/hourly-counts.ts). */
export interface HourlyCountTable {
	/** Its beginning. */
	hour: number;
	name: string;
	count: number;
}
