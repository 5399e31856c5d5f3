/** What mails tell of. */
export interface Named {
	service: string;
	username: string;
}

export type FactorChange =
	| "totp_added"
	| "totp_removed"
	| "passkey_added"
	| "passkey_removed"
	| "second_factor_on"
	| "second_factor_off"
	| "recovery_codes_created";

export type KeyChange = "created" | "expiring" | "expired" | "leaked";
