import { countInWindow } from "../../identity/throttle/window-store.ts";
import { findReaderByUsername, listReadersOf, type Reader } from "../../identity/user/email-store.ts";
import { canonicalUsername } from "../../identity/user/username.ts";
import type { RecordEvent } from "../../platform/audit/audit.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { canonicalEmail } from "../../platform/lib/email.ts";
import { type Delivery, writePayload } from "../../platform/outbox/delivery-store.ts";
import type { Platform } from "../../platform/platform.ts";
import type { Payloads } from "../mail/payloads.ts";
import type { SetupLinks } from "../setup/create-setup-link.ts";
import { mayRecover } from "../setup/may-recover.ts";

const HOUR = 3_600_000;
/** For one account, from all clients; further ones only while no link is open, or strangers who ask could keep the owner out. */
const MOST_PER_HOUR = 3;

interface Resolved {
	subjectId: string;
	payload: Payloads["recovery"];
}
type Ready = Reader & { email: string };

/**
 * Finds out whom a recovery is for, long after it was answered: the answer cannot depend on it. No one else gets a mail, and the link goes to
 * the verified address of the user, however the one that was typed is spelled. null: there is no such user.
 */
export function createResolveRecovery(
	{ audit, clock, config, keyring, opened: { reads }, outbox }: Platform,
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

	async function isTooOften(queries: Queryable, { id }: Reader): Promise<boolean> {
		const counted = { key: `recovery:${mac(`account ${id}`)}`, now: clock(), window: HOUR };
		return (await countInWindow(queries, counted)) > MOST_PER_HOUR;
	}

	async function linksFor(queries: Queryable, record: RecordEvent, readers: readonly Ready[]) {
		const links: Array<{ userId: string; id: string }> = [];
		for (const reader of readers) {
			const isTooMany = await isTooOften(queries, reader);
			if (isTooMany && (await setupLinks.findRecovery(queries, reader, reader.email)) !== null) continue;
			const { id } = await setupLinks.recover(queries, record, reader, reader.email);
			links.push({ userId: reader.id, id });
		}
		return links;
	}

	return async function resolveRecovery(delivery: Delivery, login: string): Promise<Resolved | null> {
		const readers = await readersOf(login);
		if (readers.length === 0) return null;
		return audit.transact(async (queries, record) => {
			let own: Resolved | null = null;
			// Nearly always one.
			for (const [to, sharing] of Map.groupBy(readers, ({ email }) => email)) {
				const links = await linksFor(queries, record, sharing);
				const [first] = links;
				if (first === undefined) continue;
				const payload = { to, links };
				const subjectId = first.userId;
				if (own === null) {
					// From now on it is not asked again whom it is for: a further attempt counts no second time.
					const sealed = outbox.seal(delivery.id, payload);
					if (!(await writePayload(queries, delivery, { subjectId, sealed }))) return null;
					own = { subjectId, payload };
				} else {
					const { kind, target, rank, expiresAt } = delivery;
					await outbox.queue(queries, { kind, target, rank, expiresAt, subjectId, payload });
				}
			}
			return own;
		});
	};
}
