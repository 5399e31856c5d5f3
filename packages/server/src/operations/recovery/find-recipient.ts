import { createWindowCount } from "../../identity/throttle/window-limit.ts";
import {
	findRecipientByUsername,
	listRecipientsAt,
	type Recipient,
} from "../../identity/user/email-store.ts";
import { canonicalUsername } from "../../identity/user/username.ts";
import type { RecordEvent } from "../../platform/audit/audit.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { HOUR } from "../../platform/lib/clock.ts";
import { canonicalEmail } from "../../platform/lib/email.ts";
import type { Addressed } from "../../platform/outbox/channel.ts";
import {
	type Delivery,
	ranks,
	removeDelivery,
	writeRecipient,
} from "../../platform/outbox/delivery-store.ts";
import type { Platform } from "../../platform/platform.ts";
import type { ResolvedRecovery } from "../mail/payloads.ts";
import type { SetupLinks } from "../setup-link/create-setup-link.ts";
import { mayRecover } from "../setup-link/may-recover.ts";

/** Mails for one account, from all clients, while a link is open. While none is open one is always sent, or an attacker could keep the user out. */
const MOST_OF_ACCOUNT = 3;

type Ready = Recipient & { email: string };
type Mailed = ResolvedRecovery & { subjectId: string };

/**
 * Finds out whom a recovery is for, after it was answered: the answer cannot depend on it. Only the verified address of the user
 * gets the link, however the one that was typed is spelled.
 */
export function createFindRecipient(
	{ audit, clock, config, keyring, opened: { reads }, outbox }: Platform,
	setupLinks: SetupLinks,
) {
	const countRecovery = createWindowCount({ keyring, clock }, "recovery for account", HOUR);

	/** Whom the typed name or address may mean, and those among them who may get a link. */
	async function accountsOf(login: string): Promise<{ all: Recipient[]; ready: Ready[] }> {
		const [username, email] = [canonicalUsername(login), canonicalEmail(login)];
		const named = username === null ? null : await findRecipientByUsername(reads, username);
		const atAddress = email === null ? [] : await listRecipientsAt(reads, email);
		const byId = new Map(
			[...(named === null ? [] : [named]), ...atAddress].map((recipient) => [recipient.id, recipient]),
		);
		const all = [...byId.values()];
		const ready = all.filter(
			(recipient): recipient is Ready =>
				recipient.email !== null && recipient.emailVerifiedAt !== null && mayRecover(config, recipient),
		);
		return { all, ready };
	}

	/** Counts the mail. */
	async function countMail(queries: Queryable, recipient: Ready): Promise<{ isTooMany: boolean }> {
		const { times } = await countRecovery(queries, recipient.id);
		const isRepeat = async () =>
			(await setupLinks.findRecovery(queries, recipient, recipient.email)) !== null;
		return { isTooMany: times > MOST_OF_ACCOUNT && (await isRepeat()) };
	}

	/** Nearly always one mail; several if users share what was typed. */
	async function mailsFor(queries: Queryable, record: RecordEvent, recipients: Ready[]): Promise<Mailed[]> {
		const mails = new Map<string, Mailed & { links: Array<{ userId: string; id: string }> }>();
		for (const recipient of recipients) {
			const { isTooMany } = await countMail(queries, recipient);
			if (isTooMany) {
				const detail = { reason: "limit" } as const;
				await record({ event: "authn_recovery_fail", userId: recipient.id, detail });
				continue;
			}
			const { id } = await setupLinks.recover(queries, record, recipient, recipient.email);
			const mail = mails.get(recipient.email) ?? { to: recipient.email, subjectId: recipient.id, links: [] };
			mail.links.push({ userId: recipient.id, id });
			mails.set(mail.to, mail);
		}
		return [...mails.values()];
	}

	return async function findRecipient(delivery: Delivery, login: string): Promise<Addressed | null> {
		const { all, ready } = await accountsOf(login);
		return audit.transact(async (queries, record) => {
			const fail = (reason: "unknown_name" | "no_recovery", userId: string | null) =>
				record({ event: "authn_recovery_fail", userId, detail: { reason } });
			if (all.length === 0) await fail("unknown_name", null);
			for (const each of all) if (!ready.includes(each as Ready)) await fail("no_recovery", each.id);
			const [own, ...further] = await mailsFor(queries, record, ready);
			if (own === undefined) {
				await removeDelivery(queries, delivery);
				return null;
			}
			const { kind, target } = delivery;
			// A mail is tried for as long as its link works.
			const expiresAt = clock() + config.recoveryLifetime;
			for (const { subjectId, ...payload } of further) {
				const queued = { kind, target, rank: ranks.unauthenticated, subjectId, payload, expiresAt };
				await outbox.queue(queries, queued);
			}
			const { subjectId, ...payload } = own;
			const sealed = outbox.seal(delivery.id, payload);
			const isHeld = await writeRecipient(queries, delivery, { subjectId, expiresAt, sealed });
			return isHeld ? { delivery: { ...delivery, subjectId, expiresAt }, payload } : null;
		});
	};
}
