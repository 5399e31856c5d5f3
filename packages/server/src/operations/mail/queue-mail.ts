import type { User } from "../../identity/user/user.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { DAY } from "../../platform/lib/clock.ts";
import { MAIL } from "../../platform/outbox/channel.ts";
import { type Rank, ranks } from "../../platform/outbox/delivery-store.ts";
import type { Queued } from "../../platform/outbox/outbox.ts";
import type { Platform } from "../../platform/platform.ts";
import type { MailKind, Payloads } from "./payloads.ts";

/** News that is older is of no use. */
const USEFUL_FOR = DAY;

type QueuedMail = {
	[Kind in MailKind]: {
		kind: Kind;
		userId: string;
		payload: Payloads[Kind];
		expiresAt?: number;
		rank?: Rank;
		under?: Queued["under"];
	};
}[MailKind];

type Addressed = Pick<User, "email" | "emailVerifiedAt">;

export type QueueMail = ReturnType<typeof createQueueMail>;

/** Queues mails about a user. Part of a transaction. */
export function createQueueMail({ clock, outbox }: Pick<Platform, "clock" | "outbox">) {
	function queueMail(
		queries: Queryable,
		{ kind, userId, payload, expiresAt = clock() + USEFUL_FOR, rank = ranks.first, under }: QueuedMail,
	): Promise<void> {
		const about = { kind, target: MAIL, subjectId: userId, rank };
		return outbox.queue(queries, { ...about, payload, expiresAt, under });
	}

	/** To the previous address and to the new one, as far as they are verified. */
	async function ofEmailChange(
		queries: Queryable,
		{
			userId,
			before,
			after,
			from,
		}: { userId: string; before: Addressed; after: Addressed; from: string | null },
	): Promise<void> {
		// The first one is no news to its user.
		if (before.email === null || before.email === after.email) return;
		const happened = { at: clock(), from };
		if (before.emailVerifiedAt !== null)
			await queueMail(queries, {
				kind: "email_changed",
				userId,
				payload: { ...happened, old: before.email },
			});
		if (after.emailVerifiedAt !== null)
			await queueMail(queries, { kind: "email_changed", userId, payload: happened });
	}

	return Object.assign(queueMail, { ofEmailChange });
}
