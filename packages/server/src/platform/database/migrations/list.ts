import { sql, type Transaction } from "kysely";
import type { Dialect } from "../open.ts";
import type { Tables } from "../tables.ts";
import { initial } from "./0001-initial.ts";
import { importedHashes } from "./0006-imported-hashes.ts";
import { fewerPages } from "./0009-fewer-pages.ts";
import { failedLogins } from "./0010-failed-logins.ts";
import { secondFactors } from "./0011-second-factors.ts";
import { people } from "./0012-people.ts";
import { mail } from "./0014-mail.ts";
import { accessKeys } from "./0016-access-keys.ts";
import { administration } from "./0017-administration.ts";
import { applications } from "./0020-applications.ts";
import type { Words } from "./words.ts";

export interface Migration {
	/** Recorded in the database; never renamed. */
	name: string;
	up(database: Transaction<Tables>, dialect: Dialect): Promise<void>;
}

/** In order; append only, and never change one that was released (docs/decisions/0010). */
export const migrations: readonly Migration[] = [
	migration("0001-initial", initial),

	// For the note after a login: when and where the previous one was, and the failures in between (ASVS 6.3.5).
	migration(
		"0002-last-login",
		({ integer }) => `
			alter table "users" add column "last_login_address" text;
			alter table "sessions" add column "previous_login_at" ${integer};
			alter table "sessions" add column "previous_login_address" text;
			alter table "sessions" add column "failed_logins" ${integer} default 0 not null`,
	),

	// Revocation for offline verifiers: a status list entry for each token session, and the revoked entries. Those have no
	// foreign key to sessions, because they outlive the session and its user. sessions_of_user finds the live sessions of
	// one kind of a user by last use, without reading ended ones.
	migration(
		"0003-token-status",
		({ integer, strict }) => `
			alter table "sessions" add column "status_list" text;
			alter table "sessions" add column "status_index" ${integer};
			create unique index "sessions_status" on "sessions" ("status_list", "status_index");

			create table "status_lists" (
				"id" text not null primary key,
				"created_at" ${integer} not null,
				"closed_at" ${integer}
			) ${strict};

			create table "status_revocations" (
				"status_list" text not null,
				"status_index" ${integer} not null,
				"expires_at" ${integer} not null,
				constraint "status_revocations_place" primary key ("status_list", "status_index")
			) ${strict};
			create index "status_revocations_expires_at" on "status_revocations" ("expires_at");

			create index "sessions_of_user" on "sessions" ("user_id", "ended_at", "kind", "last_seen_at");
			drop index "sessions_user_id"`,
	),

	// Keys that seal values, sealed under the secret; and the running instances with the secrets that they know.
	migration(
		"0004-sealing-keys",
		({ integer, strict }) => `
			create table "sealing_keys" (
				"kid" text not null primary key,
				"key_sealed" text not null,
				"created_at" ${integer} not null,
				"activated_at" ${integer},
				"retired_at" ${integer}
			) ${strict};
			create table "instances" (
				"id" text not null primary key,
				"host" text not null,
				"version" text not null,
				"secrets" text not null,
				"started_at" ${integer} not null,
				"seen_at" ${integer} not null
			) ${strict}`,
	),

	// Logins of a user within the current minute. The previous release does not count them.
	migration(
		"0005-login-rate",
		({ integer }) => `
			alter table "users" add column "login_window_started_at" ${integer};
			alter table "users" add column "logins_in_window" ${integer}`,
	),

	migration("0006-imported-hashes", importedHashes),

	// Who caused an event. The previous release records none.
	migration(
		"0007-actor",
		() => `
			alter table "audit_events" add column "actor_kind" text;
			alter table "audit_events" add column "actor_id" text`,
	),

	// What the user of a session has proven.
	migration("0008-session-amr", () => 'alter table "sessions" add column "amr" text'),

	// Fewer pages for each login (docs/decisions/0027).
	migration("0009-fewer-pages", fewerPages),
	migration("0010-failed-logins", failedLogins),
	migration("0011-second-factors", secondFactors),
	migration("0012-people", people),

	// Sessions that outlive the browser, and tokens of cookie sessions. To the previous release, such a session is like any other: it
	// shortens the life of one that it is asked to extend.
	migration(
		"0013-remembered-sessions",
		({ integer }) => `
			alter table "sessions" add column "absolute_limit" ${integer};
			alter table "sessions" add column "idle_limit" ${integer};
			alter table "sessions" add column "tokens_until" ${integer}`,
	),

	migration("0014-mail", mail),

	// Users who were removed, and whose events are to name them no more.
	migration(
		"0015-erasures",
		({ integer, strict }) => `
			create table "erasures" (
				"user_id" text not null primary key,
				"removed_at" ${integer} not null,
				"erased_until" ${integer} not null
			) ${strict}`,
	),

	migration("0016-access-keys", accessKeys),

	migration("0017-administration", administration),

	// How logins went, hour by hour.
	migration(
		"0018-hourly-counts",
		({ integer, strict }) => `
			create table "hourly_counts" (
				"hour" ${integer} not null,
				"name" text not null,
				"count" ${integer} not null,
				primary key ("hour", "name")
			) ${strict}`,
	),

	// Ended sessions in the order of their list. A login, whose session has not ended, writes no entry any more.
	migration(
		"0019-ended-sessions",
		() => `
			drop index "sessions_ended_at";
			create index "sessions_ended_at" on "sessions" ("ended_at", "id") where "ended_at" is not null`,
	),

	migration("0020-applications", applications),

	// Two more lists of the administration. A login writes to neither, but for a mail about it.
	migration(
		"0021-lists",
		() => `
			create index "audit_events_errors" on "audit_events" ("time") where "level" = 'error';
			create index "deliveries_created_at" on "deliveries" ("created_at", "id")`,
	),

	// With the target, so that mails are counted by state without a look at each.
	migration(
		"0022-counted-mails",
		() => `
			drop index "deliveries_state_rank_next_at";
			create index "deliveries_state_rank_next_at" on "deliveries" ("state", "rank", "next_at", "target")`,
	),
];

function migration(name: string, statements: (words: Words) => string): Migration {
	return {
		name,
		up: async (database, dialect) => {
			const words =
				dialect === "sqlite"
					? { integer: "integer", strict: "strict", byBytes: "" }
					: { integer: "bigint", strict: "", byBytes: ' collate "C"' };
			for (const statement of statements(words).split(/;\n/)) {
				if (statement.trim() !== "") await sql.raw(statement).execute(database);
			}
		},
	};
}
