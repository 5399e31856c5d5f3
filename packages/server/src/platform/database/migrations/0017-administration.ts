import type { Words } from "./words.ts";

/**
 * What the administration is listed by. Logins pay for none of it: rows of users are listed by what a login does not change, and of
 * events only those of operators and those above info have an index of their own. And requests that may be repeated.
 */
export const administration = ({ integer, strict, byBytes }: Words) => `
	${byBytes === "" ? "" : `create index "users_name" on "users" ("username"${byBytes});`}
	create index "users_created_at" on "users" ("created_at", "id");
	create index "users_admins" on "users" ("username"${byBytes}) where "role" = 'admin';
	create index "users_disabled" on "users" ("username"${byBytes}) where "disabled_at" is not null;
	create index "users_without_password" on "users" ("username"${byBytes}) where "password_hash" is null;
	create index "audit_events_operators" on "audit_events" ("actor_id", "time") where "actor_kind" in ('admin', 'service', 'cli');
	create index "audit_events_not_info" on "audit_events" ("time") where "level" in ('warn', 'error');

	create table "repeatable_requests" (
		"actor_id" text not null,
		"key" text not null,
		"request_digest" text not null,
		"made_id" text not null,
		"created_at" ${integer} not null,
		primary key ("actor_id", "key")
	) ${strict};
	create index "repeatable_requests_created_at" on "repeatable_requests" ("created_at")`;
