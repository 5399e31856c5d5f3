/** Access keys, with which programs log in. Part of tables.ts. */
export interface AccessKeyTable {
	id: string;
	user_id: string;
	name: string;
	/** SHA-256 of the key. */
	key_hash: string;
	/** Its first four random characters, so that people can tell keys apart. */
	hint: string;
	/** Its CSRF token, after "k1."; random, not a credential. */
	csrf_reference: string;
	/** The most that its sessions may be. */
	role: "user" | "admin";
	/** Names, separated by spaces; null: the key is not limited to any. */
	scopes: string | null;
	/** CIDR ranges that logins may come from, separated by spaces; null: any. */
	addresses: string | null;
	lifetime_days: number;
	created_at: number;
	expires_at: number;
	last_used_at: number | null;
	last_used_address: string | null;
	ended_at: number | null;
	end_reason: string | null;
	/** The key that took its place. */
	replaced_by: string | null;
	/** Days before its end of the last warning, and -1 once its end is on record; null: none was given yet. */
	warned_at_days: number | null;
}
