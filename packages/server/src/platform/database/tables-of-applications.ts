/** Applications that users log in to through this service, by OpenID Connect. Part of tables.ts. */
import type { Generated } from "kysely";
import type { Sealed } from "./sealed.ts";

export interface OidcClientTable {
	/** Its `client_id`. */
	id: string;
	name: string;
	/** Where it runs: on a server, in the browser, on the user's own device. */
	kind: "web" | "spa" | "native";
	/** Addresses, separated by spaces; as the next. */
	redirect_uris: string;
	post_logout_uris: string;
	/** Where logout tokens go; null: it is notified of none. */
	logout_uri: string | null;
	auth_method: "client_secret_basic" | "client_secret_post" | "none";
	pkce: "required" | "optional";
	/** Names, separated by spaces: whose members may use it; null: every user. */
	allowed_groups: string | null;
	/** 1: its users are not asked whether it may know them. */
	trusted: number;
	/** What it may ask for: names, separated by spaces. */
	scopes: string;
	/** The least that each login to it takes; null: whatever the user has. */
	require_acr: "aal2" | "phr" | null;
	/** Days that its access outlives the session; 0: it ends with it. */
	offline_days: number;
	/** Where users begin; null: there is no such page. */
	launch_url: string | null;
	/** 1: plain http is permitted beyond loopback. */
	insecure: number;
	disabled_at: number | null;
	version: Generated<number>;
	created_at: number;
	last_used_at: number | null;
}

export interface OidcClientSecretTable {
	id: string;
	client_id: string;
	/** SHA-256. */
	secret_hash: string;
	/** Its first four random characters, so that people can tell secrets apart. */
	hint: string;
	created_at: number;
	/** null: it has no end. */
	expires_at: number | null;
	last_used_at: number | null;
	/** Days before its end of the last warning; null: none was given yet. */
	warned_at_days: number | null;
}

/** What the protocol needs to remember for a while: codes, tokens, grants, requests that wait for the user. */
export interface OidcRecordTable {
	/** SHA-256 of kind and id: an id is a secret itself, as a code or a token is. */
	id_hash: string;
	kind: string;
	payload_sealed: Sealed;
	grant_id: string | null;
	account_id: string | null;
	client_id: string | null;
	/** The session that it ends with; null: it outlives it. */
	session_id: string | null;
	consumed_at: number | null;
	expires_at: number;
}

/** That a user lets an application know them. */
export interface OidcConsentTable {
	user_id: string;
	client_id: string;
	/** Names, separated by spaces. */
	scopes: string;
	granted_at: number;
}

/** The applications that a session was used to log in to. */
export interface OidcSessionTable {
	session_id: string;
	client_id: string;
	user_id: string;
	/** What the application knows the session by. */
	sid: string;
	grant_id: string;
	started_at: number;
	last_used_at: number;
}
