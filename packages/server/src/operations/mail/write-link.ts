import type { Recipient } from "../../identity/user/email-store.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import type { Clock } from "../../platform/lib/clock.ts";
import type { SetupLinks } from "../setup-link/create-setup-link.ts";
import { findOpenSetupLinkOf } from "../setup-link/setup-link-store.ts";
import type { Content } from "./content.ts";
import type { LinkKind, Payloads } from "./payloads.ts";
import type { MailTexts } from "./texts.ts";

export interface Letter {
	to: string;
	locale: string | null;
	write: (texts: MailTexts) => Content;
}

/** Its link is for an address that the user no longer has, and no other link lets the user in: an operator has to make one. */
export const ADDRESS_CHANGED = "address_changed";

/** Writes the mails that hold one link. null: there is nothing to say any more. */
export function createWriteLink({
	database,
	clock,
	setupLinks,
	service,
}: {
	database: Queryable;
	clock: Clock;
	setupLinks: SetupLinks;
	/** As mails name it. */
	service: string;
}) {
	/** Whether the user has neither a password nor a link that sets one. */
	async function needsLink({ id, passwordHash, disabledAt }: Recipient): Promise<boolean> {
		if (passwordHash !== null || disabledAt !== null) return false;
		return (await findOpenSetupLinkOf(database, id, clock())) === null;
	}

	return async function writeLink(
		kind: LinkKind,
		{ to, link: id }: Payloads[LinkKind],
		recipient: Recipient,
	): Promise<Letter | typeof ADDRESS_CHANGED | null> {
		const { username, locale, email, disabledAt } = recipient;
		// An operator may have corrected the address.
		const isTheirs = kind === "email_confirmation" || email === to;
		if (!isTheirs && (await needsLink(recipient))) return ADDRESS_CHANGED;
		const link = disabledAt === null && isTheirs ? await setupLinks.find(database, id, username) : null;
		if (link === null) return null;
		return { to, locale, write: (texts) => texts[kind]({ service, link: { ...link, username } }) };
	};
}
