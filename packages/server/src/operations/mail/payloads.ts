export type FactorChange =
	| "totp_added"
	| "totp_removed"
	| "passkey_added"
	| "passkey_removed"
	| "second_factor_on"
	| "second_factor_off"
	| "recovery_codes_created";

/** What happens to the keys of the service itself. */
export type ServiceKeyChange = "signing_forced" | "signing_replaced" | "sealing_forced" | "sealing_replaced";

/** Of whom a mail to admins tells: an admin or a service account by its name, or an account on a machine of the service. */
export interface Operator {
	kind: "admin" | "service" | "cli";
	name: string;
}

export type KeyChange = "created" | "expiring" | "expired" | "leaked";

/** When it was, and the IP address that it came from. */
interface Happened {
	at: number;
	from: string | null;
}

interface OneLink {
	/** The id of the link. */
	link: string;
	to: string;
}

/** Whose links it holds, by the ids of both. */
export interface ResolvedRecovery {
	to: string;
	links: ReadonlyArray<{ userId: string; id: string }>;
}

/** What each mail is made from, when it is sent. Encrypted until then. */
export interface Payloads {
	/** As it was asked for: any text, until its recipient is found. */
	recovery: { login: string } | ResolvedRecovery;
	invitation: OneLink;
	password_link: OneLink;
	email_confirmation: OneLink;
	password_changed: Happened;
	factors_changed: Happened & { changes: readonly FactorChange[] };
	/** `old`: goes to the address before; else to that of the user. */
	email_changed: Happened & { old?: string };
	new_device: Happened;
	/** `byOperator`: not by the user. */
	data_exported: Happened & { byOperator?: true };
	account_closed: Happened & { step: "password" | "second" };
	password_reset: Happened & { factors: boolean };
	/** `name`: of the service account, in mails to admins; null: it is the reader's own. */
	access_key: Happened & { what: KeyChange; hint: string; name: string | null; administers?: true };
	/** To every admin, as are all below. */
	admin_added: Happened & { by?: Operator; names: readonly string[] };
	admin_alarm: Happened & { by?: Operator };
	keys_changed: Happened & { by?: Operator; changes: readonly ServiceKeyChange[] };
}

export type MailKind = keyof Payloads;

/** Mails that hold one link. */
export type LinkKind = "invitation" | "password_link" | "email_confirmation";

/** Mails that tell what has happened. */
export type NoticeKind = Exclude<MailKind, LinkKind | "recovery">;

export type Notice = { [Kind in NoticeKind]: { kind: Kind; payload: Payloads[Kind] } }[NoticeKind];
