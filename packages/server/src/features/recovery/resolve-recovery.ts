import { countInWindow } from "../../identity/throttle/window-store.ts";
import { findReaderByUsername, listReadersOf, type Reader } from "../../identity/user/email-store.ts";
import { canonicalUsername } from "../../identity/user/username.ts";
import type { RecordEvent } from "../../platform/audit/audit.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { HOUR } from "../../platform/lib/clock.ts";
import { canonicalEmail } from "../../platform/lib/email.ts";
import { randomUuid } from "../../platform/lib/random.ts";
import { type Delivery, writeLookedUp } from "../../platform/outbox/delivery-store.ts";
import { ranks } from "../../platform/outbox/ranks.ts";
import type { Platform } from "../../platform/platform.ts";
import type { Payloads } from "../mail/payloads.ts";
import type { SetupLinks } from "../setup/create-setup-link.ts";
import { mayRecover } from "../setup/may-recover.ts";

/** For one account, from all clients; further ones only while no link is open, or strangers who ask could keep the owner out. */
const MOST_PER_HOUR = 3;

type Link = { userId: string; id: string };
type Ready = Reader & { email: string };

/**
 * Finds out whom a recovery is for, long after it was answered: the answer cannot depend on it. No one else gets a mail, and the
 * link goes to the verified address of the user, however the one that was typed is spelled. Where there is no such user, it
 * becomes a decoy.
 */
export function createResolveRecovery(
	{ audit, clock, config, keyring, opened: { reads }, outbox, random }: Platform,
	setupLinks: SetupLinks,
) {
	const mac = keyring.mac("recovery");

	async function readersOf(login: string): Promise<Ready[]> {
		const [username, email] = [canonicalUsername(login), canonicalEmail(login)];
		const named = username === null ? null : await findReaderByUsername(reads, username);
		const reading = email === null ? [] : await listReadersOf(reads, email);
		const all = new Map(
			[...(named === null ? [] : [named]), ...reading].map((reader) => [reader.id, reader]),
		);
		return [...all.values()].filter(
			(reader): reader is Ready =>
				reader.email !== null && reader.emailVerifiedAt !== null && mayRecover(config, reader),
		);
	}

	/** How often in this hour, this time included. */
	function countAsked(queries: Queryable, account: string): Promise<number> {
		const counted = { key: `recovery:${mac(`account ${account}`)}`, now: clock(), window: HOUR };
		return countInWindow(queries, counted);
	}

	async function linksFor(queries: Queryable, record: RecordEvent, readers: readonly Ready[]) {
		const links: Link[] = [];
		for (const reader of readers) {
			const isTooMany = (await countAsked(queries, reader.id)) > MOST_PER_HOUR;
			if (isTooMany && (await setupLinks.findRecovery(queries, reader, reader.email)) !== null) continue;
			const { id } = await setupLinks.recover(queries, record, reader, reader.email);
			links.push({ userId: reader.id, id });
		}
		return links;
	}

	/** Runs the statements of a real user for a name without one. On repeat requests a link would already exist. */
	async function linkForNoUser(queries: Queryable, record: RecordEvent, login: string): Promise<Link> {
		const absent = { id: randomUuid(random), username: login };
		const times = await countAsked(queries, login.toLowerCase());
		const link = times === 1 ? await setupLinks.recover(queries, record, absent, login) : null;
		if (link === null) await setupLinks.findRecovery(queries, absent, login);
		return { userId: absent.id, id: link?.id ?? randomUuid(random) };
	}

	return async function resolveRecovery(delivery: Delivery, login: string): Promise<void> {
		const readers = await readersOf(login);
		/** Afterwards the recipient is not looked up again, so a retry is not counted twice. */
		const write = (
			queries: Queryable,
			{ payload, ...about }: { subjectId: string | null; rank: number; payload: Payloads["recovery"] },
		) => writeLookedUp(queries, delivery, { ...about, sealed: outbox.seal(delivery.id, payload) });
		await audit.transact(async (queries, record) => {
			let isWritten = false;
			// Nearly always one.
			for (const [to, sharing] of Map.groupBy(readers, ({ email }) => email)) {
				const links = await linksFor(queries, record, sharing);
				const [first] = links;
				if (first === undefined) continue;
				const mail = { subjectId: first.userId, rank: ranks.forStrangers, payload: { to, links } };
				if (isWritten) {
					const { kind, target, expiresAt } = delivery;
					await outbox.queue(queries, { kind, target, expiresAt, ...mail });
				} else if (!(await write(queries, mail))) return;
				isWritten = true;
			}
			if (isWritten) return;
			const links = readers.length > 0 ? [] : [await linkForNoUser(queries, record, login)];
			await write(queries, { subjectId: null, rank: ranks.decoy, payload: { to: login, links } });
		});
	};
}
