import { findRecipient, type Recipient } from "../../identity/user/email-store.ts";
import type { Config } from "../../platform/config/config.ts";
import type { Mail } from "../../platform/mail/compose-mail.ts";
import type { Delivery } from "../../platform/outbox/delivery-store.ts";
import type { Platform } from "../../platform/platform.ts";
import type { SetupLinks } from "../setup-link/create-setup-link.ts";
import { mayRecover } from "../setup-link/may-recover.ts";
import { type Content, type Paragraph, toHtml, toText } from "./content.ts";
import type { LinkKind, MailKind, NoticeKind, Payloads, ResolvedRecovery } from "./payloads.ts";
import { type LinkFor, languageOf, type MailTexts, textsIn } from "./texts.ts";
import { ADDRESS_CHANGED, createWriteLink, type Letter } from "./write-link.ts";

type Rendered = Pick<Delivery, "id" | "kind" | "subjectId" | "createdAt">;

/** Notices whose text leads to where a password is set. */
const leadsToPassword: readonly NoticeKind[] = [
	"password_changed",
	"factors_changed",
	"email_changed",
	"new_device",
	"data_exported",
	"account_closed",
];

/** Where others lead, unless to the account. */
const pages: Partial<Record<NoticeKind, string>> = {
	access_key: "account/programs",
	admin_alarm: "console/events",
	keys_changed: "console/keys",
};

/**
 * Makes a mail of what is known when it is sent: of links that are still open, to addresses that are still the user's. null: there
 * is nothing to say any more.
 */
export function createRenderMail(
	{ config, clock, opened: { database } }: Pick<Platform, "config" | "clock" | "opened">,
	setupLinks: SetupLinks,
) {
	const { baseUrl } = config;
	const service = serviceName(config);
	const writeLink = createWriteLink({ database, clock, setupLinks, service });

	/** One mail, with a link for each user who has this address. Their lifetime counts from here. */
	async function recovery({ to, links }: ResolvedRecovery): Promise<Letter | null> {
		const found: LinkFor[] = [];
		let locale: string | null = null;
		for (const { userId, id } of links) {
			const recipient = await findRecipient(database, userId);
			if (recipient === null || !isVerified(recipient, to) || !mayRecover(config, recipient)) continue;
			await setupLinks.restart(database, id);
			const link = await setupLinks.find(database, id, recipient.username);
			if (link === null) continue;
			found.push({ ...link, username: recipient.username });
			locale ??= recipient.locale;
		}
		return found.length === 0
			? null
			: { to, locale, write: (texts) => texts.recovery({ service, links: found }) };
	}

	function notice(kind: NoticeKind, payload: Payloads[NoticeKind], recipient: Recipient): Letter | null {
		const { email, emailVerifiedAt, username, locale } = recipient;
		const old = "old" in payload ? payload.old : undefined;
		const to = old ?? (emailVerifiedAt === null ? null : email);
		if (to === null) return null;
		const usual = old === undefined && leadsToPassword.includes(kind) ? "account/security" : "account";
		const path =
			kind === "password_changed" && mayRecover(config, recipient) ? "recovery" : (pages[kind] ?? usual);
		const given = { ...payload, service, username, page: `${baseUrl}/${path}`, isOld: old !== undefined };
		// Each text takes what the payload of its kind has.
		const write = (texts: MailTexts) => (texts[kind] as (all: typeof given) => Content)(given);
		return { to, locale, write };
	}

	async function letterOf(
		kind: MailKind,
		payload: unknown,
		subjectId: string | null,
	): Promise<Letter | typeof ADDRESS_CHANGED | null> {
		if (kind === "recovery") return recovery(payload as ResolvedRecovery);
		const recipient = subjectId === null ? null : await findRecipient(database, subjectId);
		if (recipient === null) return null;
		if (kind === "invitation" || kind === "password_link" || kind === "email_confirmation")
			return writeLink(kind, payload as Payloads[LinkKind], recipient);
		return notice(kind, payload as Payloads[NoticeKind], recipient);
	}

	return async function renderMail(
		{ id, kind, subjectId, createdAt }: Rendered,
		payload: unknown,
	): Promise<Mail | typeof ADDRESS_CHANGED | null> {
		const letter = await letterOf(kind as MailKind, payload, subjectId);
		if (letter === null || letter === ADDRESS_CHANGED) return letter;
		return toMail(letter, { id, date: createdAt }, config);
	};
}

/** As the operator calls it, and where it is. */
export function serviceName({ brandName, baseUrl }: Pick<Config, "brandName" | "baseUrl">): string {
	return `${brandName} (${new URL(baseUrl).host})`;
}

export function toMail(
	{ to, locale, write }: Letter,
	{ id, date }: { id: string; date: number },
	{ locale: usual, supportUrl }: Pick<Config, "locale" | "supportUrl">,
): Mail {
	const language = languageOf(locale, usual);
	const texts = textsIn(language);
	const written = write(texts);
	const help: Paragraph[] = supportUrl === null ? [] : [[`${texts.help} `, { link: supportUrl }]];
	const content = { ...written, paragraphs: [...written.paragraphs, ...help] };
	return {
		id,
		to,
		subject: content.subject,
		text: toText(content),
		html: toHtml(content, language),
		language,
		date,
	};
}

function isVerified({ email, emailVerifiedAt }: Recipient, address: string): boolean {
	return email === address && emailVerifiedAt !== null;
}
