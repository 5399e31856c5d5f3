import { sql } from "kysely";
import type { Words } from "./words.ts";

const condition = `"event" = 'authn_factor_fail'`;

/** A second step failed. Indexed, so never write the condition differently. */
export const isFailedFactor = sql.raw<boolean>(condition);

/** Two-step login, authenticator apps, passkeys and recovery codes. The previous release supports none of them. */
export const secondFactors = ({ integer, strict }: Words) => `
	alter table "users" add column "second_factor_at" ${integer};
	alter table "users" add column "second_factor_due_at" ${integer};
	alter table "users" add column "factors_changed_at" ${integer} default 0 not null;
	alter table "sessions" add column "failed_second_factors" ${integer} default 0 not null;

	create table "totp_secrets" (
		"id" text not null primary key,
		"user_id" text not null references "users" ("id") on delete cascade,
		"name" text not null,
		"secret_sealed" text not null,
		"algorithm" text not null,
		"digits" ${integer} not null,
		"period" ${integer} not null,
		"last_step" ${integer} not null,
		"created_at" ${integer} not null,
		"last_used_at" ${integer}
	) ${strict};
	create index "totp_secrets_user_id" on "totp_secrets" ("user_id");

	create table "passkeys" (
		"id" text not null primary key,
		"user_id" text not null references "users" ("id") on delete cascade,
		"name" text not null,
		"credential_id" text not null constraint "passkeys_credential_id" unique,
		"public_key" text not null,
		"sign_count" ${integer} not null,
		"transports" text not null,
		"aaguid" text not null,
		"backup_eligible" ${integer} not null,
		"backed_up" ${integer} not null,
		"discoverable" ${integer},
		"rp_id" text not null,
		"created_at" ${integer} not null,
		"last_used_at" ${integer}
	) ${strict};
	create index "passkeys_user_id" on "passkeys" ("user_id");

	create table "recovery_codes" (
		"user_id" text not null references "users" ("id") on delete cascade,
		"place" ${integer} not null,
		"code_hash" text not null,
		"created_at" ${integer} not null,
		"used_at" ${integer},
		"used_address" text,
		constraint "recovery_codes_place" primary key ("user_id", "place")
	) ${strict};

	create table "used_challenges" (
		"id" text not null primary key,
		"expires_at" ${integer} not null
	) ${strict};
	create index "used_challenges_expires_at" on "used_challenges" ("expires_at");

	create index "audit_events_failed_factors" on "audit_events" ("user_id", "time") where ${condition}`;
