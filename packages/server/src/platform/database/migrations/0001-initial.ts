import type { Words } from "./words.ts";

/** Audit events have no foreign keys, because they outlive the user and the session. */
export const initial = ({ integer, strict }: Words) => `
	create table "users" (
		"id" text not null primary key,
		"username" text not null,
		"display_name" text not null,
		"role" text not null,
		"password_hash" text,
		"password_changed_at" ${integer},
		"created_at" ${integer} not null,
		"last_login_at" ${integer},
		"disabled_at" ${integer},
		constraint "users_role_known" check ("role" in ('user', 'admin'))
	) ${strict};
	create unique index "users_username" on "users" ("username");

	create table "sessions" (
		"id" text not null primary key,
		"user_id" text not null references "users" ("id") on delete cascade,
		"kind" text not null,
		"csrf_reference" text not null,
		"secret_hash" text,
		"previous_secret_hash" text,
		"previous_secret_until" ${integer},
		"created_at" ${integer} not null,
		"authenticated_at" ${integer} not null,
		"last_seen_at" ${integer} not null,
		"expires_at" ${integer} not null,
		"idle_expires_at" ${integer} not null,
		"ended_at" ${integer},
		"end_reason" text,
		"client_address" text,
		"user_agent" text,
		constraint "sessions_kind_known" check ("kind" in ('token', 'cookie')),
		constraint "sessions_end_has_reason" check (("ended_at" is null) = ("end_reason" is null))
	) ${strict};
	create unique index "sessions_secret_hash" on "sessions" ("secret_hash");
	create unique index "sessions_csrf_reference" on "sessions" ("csrf_reference");
	create index "sessions_previous_secret_hash" on "sessions" ("previous_secret_hash");
	create index "sessions_user_id" on "sessions" ("user_id");
	create index "sessions_ended_at" on "sessions" ("ended_at");
	create index "sessions_expires_at" on "sessions" ("expires_at");

	create table "setup_links" (
		"id" text not null primary key,
		"user_id" text not null references "users" ("id") on delete cascade,
		"token_hash" text not null,
		"token_sealed" text not null,
		"created_at" ${integer} not null,
		"expires_at" ${integer} not null,
		"used_at" ${integer}
	) ${strict};
	create unique index "setup_links_token_hash" on "setup_links" ("token_hash");
	create index "setup_links_user_id" on "setup_links" ("user_id");

	create table "signing_keys" (
		"kid" text not null primary key,
		"algorithm" text not null,
		"public_jwk" text not null,
		"private_jwk_sealed" text not null,
		"created_at" ${integer} not null,
		"activated_at" ${integer},
		"retired_at" ${integer}
	) ${strict};

	create table "attempts" (
		"key" text not null primary key,
		"window_started_at" ${integer} not null,
		"failures" ${integer} not null,
		"consecutive" ${integer} not null,
		"blocked_until" ${integer} not null,
		"expires_at" ${integer} not null
	) ${strict};
	create index "attempts_expires_at" on "attempts" ("expires_at");

	create table "audit_events" (
		"id" text not null primary key,
		"time" ${integer} not null,
		"event" text not null,
		"level" text not null,
		"user_id" text,
		"session_id" text,
		"request_id" text,
		"client_address" text,
		"user_agent" text,
		"detail" text not null
	) ${strict};
	create index "audit_events_time" on "audit_events" ("time");
	create index "audit_events_user_id_time" on "audit_events" ("user_id", "time");

	create table "deployment" (
		"name" text not null primary key,
		"value" text not null
	) ${strict};
`;
