import type { Words } from "./words.ts";

/**
 * What is to be sent, and what one-time links are good for. The release before takes every link for one that sets a password, so
 * the token of a link that only confirms an address is hashed in another way: that release does not find it.
 */
export const mail = ({ integer, strict }: Words) => `
	create table "deliveries" (
		"id" text not null primary key,
		"kind" text not null,
		"target" text not null,
		"subject_id" text,
		"payload_sealed" text,
		"state" text not null,
		"rank" ${integer} default 0 not null,
		"attempts" ${integer} default 0 not null,
		"unanswered" ${integer} default 0 not null,
		"created_at" ${integer} not null,
		"next_at" ${integer} not null,
		"expires_at" ${integer} not null,
		"lease_until" ${integer},
		"last_status" text,
		constraint "deliveries_state_known" check ("state" in ('waiting', 'sent', 'failed'))
	) ${strict};
	create index "deliveries_state_rank_next_at" on "deliveries" ("state", "rank", "next_at");

	alter table "setup_links" add column "purpose" text default 'setup' not null;
	alter table "setup_links" add column "email" text;

	alter table "users" add column "email_refused" text;
	create index "users_email" on "users" (lower("email")) where "email" is not null`;
