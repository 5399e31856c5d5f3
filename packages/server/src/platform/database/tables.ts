/**
 * The tables of both databases, which hold the same rows, byte for byte. Times are milliseconds since the epoch (UTC),
 * identifiers are UUIDs, hashes and sealed values are base64url text.
 */
import type { Generated, Kysely, Transaction } from "kysely";
import type { Sealed } from "./sealed.ts";
import type { AccessKeyTable } from "./tables-of-access-keys.ts";
import type { HourlyCountTable, RepeatableRequestTable } from "./tables-of-administration.ts";
import type {
	OidcClientSecretTable,
	OidcClientTable,
	OidcConsentTable,
	OidcRecordTable,
	OidcSessionTable,
} from "./tables-of-applications.ts";
import type {
	PasskeyTable,
	RecoveryCodeTable,
	TotpSecretTable,
	UsedChallengeTable,
} from "./tables-of-factors.ts";
import type { DeliveryTable } from "./tables-of-outbox.ts";
import type { GroupMemberTable, GroupTable, UserTable } from "./tables-of-users.ts";

export interface SessionTable {
	id: string;
	user_id: string;
	kind: "token" | "cookie";
	/** Names the session inside CSRF tokens; random, public, not a credential. */
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
	/** End at the latest. */
	expires_at: number;
	/** Cookie: when it ends unless used. Token: when the newest token expires. */
	idle_expires_at: number;
	ended_at: number | null;
	end_reason: string | null;
	client_address: string | null;
	user_agent: string | null;
	/** The previous login of the user; null: none. */
	previous_login_at: number | null;
	previous_login_address: string | null;
	/** How many logins failed between the two. */
	failed_logins: number;
	/** Second steps that failed between the two, each after the right password. */
	failed_second_factors: Generated<number>;
	/** Entry in a token status list, for offline verifiers; null: it had no token yet. */
	status_list: string | null;
	status_index: number | null;
	/** Milliseconds that it lives, and unused, because its user stays logged in; null: as the settings say. */
	absolute_limit: number | null;
	idle_limit: number | null;
	/** Cookie: when all tokens that it got have expired; null: it got none. */
	tokens_until: number | null;
	/** The key that began it; null: a person did. */
	access_key_id: string | null;
	/** The most that it may be, whatever its user is; null: as its user. */
	role_ceiling: "user" | "admin" | null;
	/** What the key is limited to: names, separated by spaces. */
	scope: string | null;
}

export interface SetupLinkTable {
	id: string;
	user_id: string;
	/** SHA-256 of the token in the link. */
	token_hash: string;
	/** The sealed token, so that a command can print the link again. */
	token_sealed: Sealed;
	created_at: number;
	expires_at: number;
	used_at: number | null;
	/** What it is good for: a first or new password by an operator, one that the user asked for, or an e-mail address. */
	purpose: Generated<"setup" | "recovery" | "email">;
	/** Using it proves that this address is the user's; null: it was not sent by mail. */
	email: string | null;
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
	/** Dimension and HMAC of the counted value, such as "account:…". */
	key: string;
	window_started_at: number;
	failures: number;
	/** Failures since the last success. */
	consecutive: number;
	blocked_until: number;
	/** The row has no meaning from then on. */
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
	/** JSON object without secrets or typed usernames. Of a removed user: without what names the user (audit/erasure-store.ts). */
	detail: string;
}

/** A user who was removed. Events about the user must not name anyone, and later ones must not either. */
export interface ErasureTable {
	user_id: string;
	removed_at: number;
	/** No event before this time names the user. */
	erased_until: number;
}

/** A token status list, with entries of sessions. */
export interface StatusListTable {
	id: string;
	created_at: number;
	/** When it became full. */
	closed_at: number | null;
}

/** A status list entry whose tokens are revoked; outlives the session. */
export interface StatusRevocationTable {
	status_list: string;
	status_index: number;
	/** When the last token that names it has expired. */
	expires_at: number;
}

/** A key that seals values; itself sealed under the secret. */
export interface SealingKeyTable {
	kid: string;
	key_sealed: string;
	created_at: number;
	activated_at: number | null;
	retired_at: number | null;
}

/** A process that serves this deployment, by its last heartbeat. */
export interface InstanceTable {
	id: string;
	host: string;
	version: string;
	/** Fingerprints of the secrets that it could start with, separated by spaces. */
	secrets: string;
	started_at: number;
	seen_at: number;
}

/** Facts about the deployment, such as its random id and the fingerprint of its secret. */
export interface DeploymentTable {
	name: string;
	value: string;
}

export interface Tables {
	users: UserTable;
	groups: GroupTable;
	group_members: GroupMemberTable;
	sessions: SessionTable;
	setup_links: SetupLinkTable;
	deliveries: DeliveryTable;
	totp_secrets: TotpSecretTable;
	passkeys: PasskeyTable;
	recovery_codes: RecoveryCodeTable;
	access_keys: AccessKeyTable;
	used_challenges: UsedChallengeTable;
	signing_keys: SigningKeyTable;
	/** Those for applications. */
	oidc_signing_keys: SigningKeyTable;
	oidc_clients: OidcClientTable;
	oidc_client_secrets: OidcClientSecretTable;
	oidc_records: OidcRecordTable;
	oidc_consents: OidcConsentTable;
	oidc_sessions: OidcSessionTable;
	attempts: AttemptTable;
	audit_events: AuditEventTable;
	erasures: ErasureTable;
	status_lists: StatusListTable;
	status_revocations: StatusRevocationTable;
	sealing_keys: SealingKeyTable;
	instances: InstanceTable;
	deployment: DeploymentTable;
	repeatable_requests: RepeatableRequestTable;
	hourly_counts: HourlyCountTable;
}

export type Database = Kysely<Tables>;
/** The database or a transaction on it. */
export type Queryable = Kysely<Tables> | Transaction<Tables>;
