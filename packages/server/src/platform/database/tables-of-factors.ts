/** Second factors, and what they have answered. Part of tables.ts. */
import type { Sealed } from "./sealed.ts";

export interface TotpSecretTable {
	id: string;
	user_id: string;
	name: string;
	/** The id of the user, then the secret. */
	secret_sealed: Sealed;
	algorithm: "SHA1" | "SHA256" | "SHA512";
	digits: number;
	/** Seconds. */
	period: number;
	/** The last time step whose code was accepted (RFC 6238 section 5.2). */
	last_step: number;
	created_at: number;
	last_used_at: number | null;
}

export interface PasskeyTable {
	id: string;
	user_id: string;
	name: string;
	/** What its authenticator calls it; base64url. */
	credential_id: string;
	/** COSE; base64url. */
	public_key: string;
	/** Of the last use; 0: its authenticator does not count. */
	sign_count: number;
	/** How its authenticator is reached: words of WebAuthn, separated by spaces. */
	transports: string;
	aaguid: string;
	/** 1: it may be copied to other devices. That never changes. */
	backup_eligible: number;
	/** 1: it is copied now. */
	backed_up: number;
	/** 1: it can log in without a username; null: its browser did not say. */
	discoverable: number | null;
	/** The host, or parent domain, that it was made for. */
	rp_id: string;
	created_at: number;
	last_used_at: number | null;
}

export interface RecoveryCodeTable {
	user_id: string;
	/** The first digit of the code. */
	place: number;
	/** PHC string. */
	code_hash: string;
	created_at: number;
	used_at: number | null;
	used_address: string | null;
}

/** A challenge that was answered, or an offer of an app that was taken, until it expires. */
export interface UsedChallengeTable {
	id: string;
	expires_at: number;
}
