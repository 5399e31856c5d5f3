import type { Content } from "./content.ts";
import { de } from "./texts-de.ts";
import { en } from "./texts-en.ts";

/** A user, and the link for this user. */
export interface LinkFor {
	username: string;
	address: string;
	expiresAt: number;
}

export type FactorChange =
	| "totp_added"
	| "totp_removed"
	| "passkey_added"
	| "passkey_removed"
	| "second_factor_on"
	| "second_factor_off"
	| "recovery_codes_created";

/** Of a notice: who it is about, when it was, and where the request came from. */
export interface Happened {
	service: string;
	username: string;
	at: number;
	/** IP address; null: not known, or an operator. */
	from: string | null;
	/** A page of this service: where to set a new password, or to log in. */
	page: string;
}

/** Every mail in one language: short, plain, and kind. A missing text is a type error. */
export interface MailTexts {
	/** One user or several with the same address. */
	recovery(given: { service: string; links: readonly LinkFor[] }): Content;
	invitation(given: { service: string; link: LinkFor }): Content;
	password_link(given: { service: string; link: LinkFor }): Content;
	email_confirmation(given: { service: string; link: LinkFor }): Content;
	password_changed(given: Happened): Content;
	factors_changed(given: Happened & { changes: readonly FactorChange[] }): Content;
	/** `isOld`: to the address before. */
	email_changed(given: Happened & { isOld: boolean }): Content;
	new_device(given: Happened): Content;
	data_exported(given: Happened): Content;
	/** `step`: what is closed. At the second one, strangers know the password. */
	account_closed(given: Happened & { step: "password" | "second" }): Content;
	password_reset(given: Happened & { factors: boolean }): Content;
	/** `names`: of the users who became admins. */
	admin_added(given: Happened & { names: readonly string[] }): Content;
	test(given: { service: string }): Content;
	/** At the end of each, where the operator names an address for it. */
	help: string;
}

const locales = { en, de } satisfies Record<string, MailTexts>;

export type Language = keyof typeof locales;

/** The first of the language tags that there are texts for. */
export function languageOf(...tags: ReadonlyArray<string | null>): Language {
	for (const tag of tags) {
		const language = tag?.toLowerCase().split("-", 1)[0] ?? "";
		if (Object.hasOwn(locales, language)) return language as Language;
	}
	return "en";
}

export const textsIn = (language: Language): MailTexts => locales[language];
