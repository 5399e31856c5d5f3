import type { Words } from "./words.ts";

/**
 * Indexes of secrets skip the sessions that have none; that of a user's sessions tells alone which are live. Attempts are
 * kept in their primary key on SQLite, which else writes a table beside it.
 */
export const fewerPages = ({ integer, strict }: Words) => `
	drop index "sessions_secret_hash";
	create unique index "sessions_secret_hash" on "sessions" ("secret_hash") where "secret_hash" is not null;
	drop index "sessions_previous_secret_hash";
	create index "sessions_previous_secret_hash" on "sessions" ("previous_secret_hash") where "previous_secret_hash" is not null;
	drop index "sessions_of_user";
	create index "sessions_of_user" on "sessions" ("user_id", "ended_at", "kind", "last_seen_at", "idle_expires_at", "expires_at")
	${strict === "" ? "" : attemptsInTheirKey(integer)}`;

const attemptsInTheirKey = (integer: string) => `;
	create table "attempts_by_key" (
		"key" text not null primary key,
		"window_started_at" ${integer} not null,
		"failures" ${integer} not null,
		"consecutive" ${integer} not null,
		"blocked_until" ${integer} not null,
		"expires_at" ${integer} not null
	) strict, without rowid;
	insert into "attempts_by_key" select "key", "window_started_at", "failures", "consecutive", "blocked_until", "expires_at" from "attempts";
	drop table "attempts";
	alter table "attempts_by_key" rename to "attempts";
	create index "attempts_expires_at" on "attempts" ("expires_at")`;
