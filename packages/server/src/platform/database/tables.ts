/**
 * Every table, once, for both databases. Times are milliseconds since the epoch (UTC), identifiers are UUIDs,
 * hashes and sealed values are base64url text: both databases hold the same rows, byte for byte.
 */
import type { Kysely, Transaction } from "kysely";

/** Encrypted under a sealing key, which is replaced some day: the owner of the column declares it in sealed-columns.ts. */
export type Sealed = string;

export interface UserTable {
	id: string;
	/** Canonical form (see user/username.ts); unique. */
	username: string;
	/** The name as it was typed when the user was made. */
	display_name: string;
	role: "user" | "admin";
	/** PHC string, or that of another system (password/imported-hash.ts); null while the user is invited. */
	password_hash: string | null;
	password_changed_at: number | null;
	created_at: number;
	last_login_at: number | null;
	last_login_address: string | null;
	disabled_at: number | null;
	/** Logins since then are counted in logins_in_window (login/login-rate.ts). */
	login_window_started_at: number | null;
	logins_in_window: number | null;
}

export interface SessionTable {
	id: string;
	user_id: string;
	kind: "token" | "cookie";
	/** Named inside csrf values; random, public, no credential. */
	csrf_reference: string;
	/** SHA-256 of the cookie secret; null for token sessions. */
	secret_hash: string | null;
	/** The secret before the last renewal; accepted until previous_secret_until. */
	previous_secret_hash: string | null;
	previous_secret_until: number | null;
	created_at: number;
	authenticated_at: number;
	/** What was proven then: authentication methods (RFC 8176), separated by spaces. null: a password, before other methods. */
	amr: string | null;
	last_seen_at: number;
	/** Absolute end. */
	expires_at: number;
	/** Cookie: end unless used. Token: end of the newest token unless renewed. */
	idle_expires_at: number;
	ended_at: number | null;
	end_reason: string | null;
	client_address: string | null;
	user_agent: string | null;
	/** The login before the one of this session; null: there was none. */
	previous_login_at: number | null;
	previous_login_address: string | null;
	/** Logins that failed between the two. */
	failed_logins: number;
	/** Where offline verifiers learn that its tokens are revoked; null for cookies. */
	status_list: string | null;
	status_index: number | null;
}

export interface SetupLinkTable {
	id: string;
	user_id: string;
	/** SHA-256 of the token in the link. */
	token_hash: string;
	/** The token, sealed, so that the command line can print the link again. */
	token_sealed: Sealed;
	created_at: number;
	expires_at: number;
	used_at: number | null;
}

export interface SigningKeyTable {
	/** RFC 7638 thumbprint. */
	kid: string;
	algorithm: string;
	public_jwk: string;
	private_jwk_sealed: Sealed;
	created_at: number;
	activated_at: number | null;
	retired_at: number | null;
}

export interface AttemptTable {
	/** Dimension and HMAC of what is counted, e.g. "account:…". */
	key: string;
	window_started_at: number;
	failures: number;
	/** Failures since the last success. */
	consecutive: number;
	blocked_until: number;
	/** After this the row means nothing and may go. */
	expires_at: number;
}

export interface AuditEventTable {
	id: string;
	time: number;
	event: string;
	level: string;
	/** null: recorded by a release that did not know who acted. */
	actor_kind: string | null;
	actor_id: string | null;
	user_id: string | null;
	session_id: string | null;
	request_id: string | null;
	client_address: string | null;
	user_agent: string | null;
	/** JSON object; never a secret, never a typed username. */
	detail: string;
}

/** A token status list: sessions have places in it. */
export interface StatusListTable {
	id: string;
	created_at: number;
	/** It takes no more sessions. */
	closed_at: number | null;
}

/** A place whose tokens are revoked; it outlives the session. */
export interface StatusRevocationTable {
	status_list: string;
	status_index: number;
	/** From then on no token names it. */
	expires_at: number;
}

/** A key under which values are sealed; sealed itself under the secret. */
export interface SealingKeyTable {
	kid: string;
	key_sealed: string;
	created_at: number;
	activated_at: number | null;
	retired_at: number | null;
}

/** A process that serves this deployment, as it wrote of itself last. */
export interface InstanceTable {
	id: string;
	host: string;
	version: string;
	/** Fingerprints of the secrets it could start with, separated by spaces. */
	secrets: string;
	started_at: number;
	seen_at: number;
}

/** Facts about the deployment as a whole: its random id, what the secret's fingerprint is. */
export interface DeploymentTable {
	name: string;
	value: string;
}

export interface Tables {
	users: UserTable;
	sessions: SessionTable;
	setup_links: SetupLinkTable;
	signing_keys: SigningKeyTable;
	attempts: AttemptTable;
	audit_events: AuditEventTable;
	status_lists: StatusListTable;
	status_revocations: StatusRevocationTable;
	sealing_keys: SealingKeyTable;
	instances: InstanceTable;
	deployment: DeploymentTable;
}

export type Database = Kysely<Tables>;
/** What a store method takes: the database, or a transaction on it. */
export type Queryable = Kysely<Tables> | Transaction<Tables>;
