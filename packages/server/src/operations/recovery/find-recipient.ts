import { createWindowCount } from "../../identity/throttle/window-limit.ts";
import { findReaderByUsername, listReadersOf, type Reader } from "../../identity/user/email-store.ts";
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

type Ready = Reader & { email: string };
/** Why no mail is sent: for operators alone. */
type Reason = "unknown_name" | "no_recovery" | "limit";
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

	/** `reason`: why a request ends without a mail if none of them gets one. */
	async function readersOf(login: string): Promise<{ readers: Ready[]; reason: Reason }> {
		const [username, email] = [canonicalUsername(login), canonicalEmail(login)];
		const named = username === null ? null : await findReaderByUsername(reads, username);
		const reading = email === null ? [] : await listReadersOf(reads, email);
		const all = new Map(
			[...(named === null ? [] : [named]), ...reading].map((reader) => [reader.id, reader]),
		);
		const readers = [...all.values()].filter(
			(reader): reader is Ready =>
				reader.email !== null && reader.emailVerifiedAt !== null && mayRecover(config, reader),
		);
		if (all.size === 0) return { readers, reason: "unknown_name" };
		return { readers, reason: readers.length === 0 ? "no_recovery" : "limit" };
	}

	async function isTooMany(queries: Queryable, reader: Ready): Promise<boolean> {
		const { times } = await countRecovery(queries, reader.id);
		return times > MOST_OF_ACCOUNT && (await setupLinks.findRecovery(queries, reader, reader.email)) !== null;
	}

	/** Nearly always one mail; several if users share what was typed. */
	async function mailsFor(queries: Queryable, record: RecordEvent, readers: Ready[]): Promise<Mailed[]> {
		const mails = new Map<string, Mailed & { links: Array<{ userId: string; id: string }> }>();
		for (const reader of readers) {
			if (await isTooMany(queries, reader)) continue;
			const { id } = await setupLinks.recover(queries, record, reader, reader.email);
			const mail = mails.get(reader.email) ?? { to: reader.email, subjectId: reader.id, links: [] };
			mail.links.push({ userId: reader.id, id });
			mails.set(mail.to, mail);
		}
		return [...mails.values()];
	}

	return async function findRecipient(delivery: Delivery, login: string): Promise<Addressed | null> {
		const { readers, reason } = await readersOf(login);
		return audit.transact(async (queries, record) => {
			const [own, ...further] = await mailsFor(queries, record, readers);
			if (own === undefined) {
				await record({ event: "authn_recovery_fail", detail: { reason } });
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
