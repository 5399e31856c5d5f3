/** Users, and the groups that they are in. Part of tables.ts. */
import type { Generated } from "kysely";

export interface UserTable {
	id: string;
	/** Canonical form (identity/user/username.ts); unique. */
	username: string;
	/** The username, as typed when the user was added. */
	display_name: string;
	/** service: a program, which has access keys and nothing else to log in with. */
	account_kind: Generated<"person" | "service">;
	role: "user" | "admin";
	/** PHC string, or an imported hash (identity/password/imported-hash.ts); null while the user is invited. */
	password_hash: string | null;
	password_changed_at: number | null;
	created_at: number;
	last_login_at: number | null;
	last_login_address: string | null;
	disabled_at: number | null;
	/** Since when logins_in_window counts (identity/throttle/login-rate.ts). */
	login_window_started_at: number | null;
	logins_in_window: number | null;
	/** Since when a login needs a second factor; null: it does not. */
	second_factor_at: number | null;
	/** Until when the user may continue without a second factor; null: none was required yet. */
	second_factor_due_at: number | null;
	/** When a factor was added or removed, the second step switched, or the user disabled; 0: never. */
	factors_changed_at: Generated<number>;
	/** Never a key: not unique, logs no user in, links nothing. */
	email: string | null;
	/** When the user proved that it is theirs, or an operator vouched for it. */
	email_verified_at: number | null;
	/** The address that its mail server does not know. Another one is not meant by it. */
	email_refused: string | null;
	/** A language tag (BCP 47). */
	locale: string | null;
	/** What a directory calls the user; unique. */
	external_id: string | null;
	/** The names in group_members, sorted: a JSON array. */
	groups: Generated<string>;
	/** A JSON object of strings, sorted by name. */
	attributes: Generated<string>;
	/** Counts changes of the user's data; logins are none. */
	version: Generated<number>;
}

export interface GroupTable {
	name: string;
	description: string;
	created_at: number;
}

export interface GroupMemberTable {
	group_name: string;
	user_id: string;
}
