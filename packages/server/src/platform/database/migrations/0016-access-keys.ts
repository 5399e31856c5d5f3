import type { Words } from "./words.ts";

/**
 * Access keys, the sessions that they begin, and users that are programs. To the previous release a key is a wrong password, and a
 * session of a key one of its user that proves one factor: so none is made before it has stopped (docs/access-keys.md). That
 * release joins users with deliveries, which have a "kind": so it has another name here.
 */
export const accessKeys = ({ integer, strict }: Words) => `
	alter table "users" add column "account_kind" text default 'person' not null;

	create table "access_keys" (
		"id" text not null primary key,
		"user_id" text not null references "users" ("id") on delete cascade,
		"name" text not null,
		"key_hash" text not null constraint "access_keys_key_hash" unique,
		"hint" text not null,
		"csrf_reference" text not null constraint "access_keys_csrf_reference" unique,
		"role" text not null,
		"scopes" text,
		"addresses" text,
		"lifetime_days" ${integer} not null,
		"created_at" ${integer} not null,
		"expires_at" ${integer} not null,
		"last_used_at" ${integer},
		"last_used_address" text,
		"ended_at" ${integer},
		"end_reason" text,
		"replaced_by" text,
		"warned_at_days" ${integer}
	) ${strict};
	create index "access_keys_user_id" on "access_keys" ("user_id");
	create index "access_keys_expires_at" on "access_keys" ("expires_at");

	alter table "sessions" add column "access_key_id" text;
	alter table "sessions" add column "role_ceiling" text;
	alter table "sessions" add column "scope" text;
	create index "sessions_access_key_id" on "sessions" ("access_key_id") where "access_key_id" is not null`;
