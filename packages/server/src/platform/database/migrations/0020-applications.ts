import type { Words } from "./words.ts";

/**
 * Applications that users log in to by OpenID Connect. The keys that sign for them have a table of their own: a release before this
 * one would take a second active key in signing_keys for its own, and sign access tokens with it.
 */
export const applications = ({ integer, strict, byBytes }: Words) => `
	create table "oidc_clients" (
		"id" text not null primary key,
		"name" text not null,
		"kind" text not null,
		"redirect_uris" text not null,
		"post_logout_uris" text not null,
		"logout_uri" text,
		"auth_method" text not null,
		"pkce" text not null,
		"allowed_groups" text,
		"trusted" ${integer} not null,
		"scopes" text not null,
		"require_acr" text,
		"offline_days" ${integer} not null,
		"launch_url" text,
		"insecure" ${integer} not null,
		"disabled_at" ${integer},
		"version" ${integer} default 0 not null,
		"created_at" ${integer} not null,
		"last_used_at" ${integer}
	) ${strict};
	create index "oidc_clients_name" on "oidc_clients" ("name"${byBytes}, "id"${byBytes});

	create table "oidc_client_secrets" (
		"id" text not null primary key,
		"client_id" text not null references "oidc_clients" ("id") on delete cascade,
		"secret_hash" text not null,
		"hint" text not null,
		"created_at" ${integer} not null,
		"expires_at" ${integer},
		"last_used_at" ${integer},
		"warned_at_days" ${integer}
	) ${strict};
	create index "oidc_client_secrets_client_id" on "oidc_client_secrets" ("client_id");

	create table "oidc_records" (
		"id_hash" text not null primary key,
		"kind" text not null,
		"payload_sealed" text not null,
		"grant_id" text,
		"account_id" text,
		"client_id" text,
		"session_id" text,
		"consumed_at" ${integer},
		"expires_at" ${integer} not null
	) ${strict};
	create index "oidc_records_grant_id" on "oidc_records" ("grant_id") where "grant_id" is not null;
	create index "oidc_records_account_id" on "oidc_records" ("account_id", "client_id") where "account_id" is not null;
	create index "oidc_records_session_id" on "oidc_records" ("session_id") where "session_id" is not null;
	create index "oidc_records_expires_at" on "oidc_records" ("expires_at");

	create table "oidc_consents" (
		"user_id" text not null references "users" ("id") on delete cascade,
		"client_id" text not null references "oidc_clients" ("id") on delete cascade,
		"scopes" text not null,
		"granted_at" ${integer} not null,
		primary key ("user_id", "client_id")
	) ${strict};
	create index "oidc_consents_client_id" on "oidc_consents" ("client_id");

	create table "oidc_sessions" (
		"session_id" text not null references "sessions" ("id") on delete cascade,
		"client_id" text not null references "oidc_clients" ("id") on delete cascade,
		"user_id" text not null references "users" ("id") on delete cascade,
		"sid" text not null,
		"grant_id" text not null,
		"started_at" ${integer} not null,
		"last_used_at" ${integer} not null,
		primary key ("session_id", "client_id")
	) ${strict};
	create index "oidc_sessions_client_id" on "oidc_sessions" ("client_id");
	create index "oidc_sessions_user_id" on "oidc_sessions" ("user_id");

	create table "oidc_signing_keys" (
		"kid" text not null primary key,
		"algorithm" text not null,
		"public_jwk" text not null,
		"private_jwk_sealed" text not null,
		"created_at" ${integer} not null,
		"activated_at" ${integer},
		"retired_at" ${integer}
	) ${strict}`;
