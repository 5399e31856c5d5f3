import { noteRefusedEmail } from "../../identity/user/email-store.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { MailRefused, type Smtp } from "../../platform/mail/smtp.ts";
import { countSentAfter, type Delivery } from "../../platform/outbox/delivery-store.ts";
import { ranks } from "../../platform/outbox/ranks.ts";
import type { Channel } from "../../platform/outbox/send-deliveries.ts";
import type { Platform } from "../../platform/platform.ts";
import type { Payloads } from "./payloads.ts";
import type { RenderMail } from "./render-mail.ts";

const HOUR = 3_600_000;

/** Sends mails: so many an hour, of which strangers cannot use up all. */
export function createMailChannel(
	{ config: { mailPerHour } }: Platform,
	{
		resolveRecovery,
		renderMail,
		smtp,
	}: {
		resolveRecovery: (
			delivery: Delivery,
			login: string,
		) => Promise<{ subjectId: string; payload: Payloads["recovery"] } | null>;
		renderMail: RenderMail;
		smtp: Smtp;
	},
): Channel {
	return {
		async lastRank(queries, now) {
			const sent = await countSentAfter(queries, now - HOUR);
			const all = sent.values().reduce((sum, count) => sum + count, 0);
			if (all >= mailPerHour) return null;
			const forStrangers = sent.get(ranks.forStrangers) ?? 0;
			return forStrangers >= mailPerHour / 2 ? ranks.first : ranks.forStrangers;
		},

		/** What was asked for is looked up once. */
		async prepare(delivery, payload) {
			const { login } = payload as { login?: string };
			if (delivery.kind === "recovery" && login !== undefined) return resolveRecovery(delivery, login);
			return { subjectId: delivery.subjectId, payload };
		},

		async deliver(delivery, payload, { begin, signal }) {
			const mail = await renderMail(delivery, payload);
			if (mail === null) return { is: "pointless" };
			await begin();
			try {
				const { status } = await smtp.send(mail, signal);
				return { is: "sent", status };
			} catch (error) {
				if (!(error instanceof MailRefused)) throw error;
				const { status, permanent, unanswered, unknownAddress } = error;
				const also = unknownAddress
					? { also: (queries: Queryable) => refuse(queries, delivery, mail.to) }
					: {};
				return { is: "failed", status, permanent, unanswered, ...also };
			}
		},
	};
}

async function refuse(queries: Queryable, { subjectId: userId }: Delivery, email: string): Promise<void> {
	if (userId !== null) await noteRefusedEmail(queries, { userId, email });
}
