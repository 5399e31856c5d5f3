import { noteRefusedEmail } from "../../identity/user/email-store.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { HOUR, MINUTE } from "../../platform/lib/clock.ts";
import { createSmtp, MailRefused } from "../../platform/mail/smtp.ts";
import type { MaintenanceTask } from "../../platform/maintenance.ts";
import type { CountMail } from "../../platform/metrics/count-mails.ts";
import { type Channel, MAIL } from "../../platform/outbox/channel.ts";
import { countSentAfter } from "../../platform/outbox/delivery-count-store.ts";
import { anyRank, type Delivery, type Rank, ranks } from "../../platform/outbox/delivery-store.ts";
import { createSendDeliveries } from "../../platform/outbox/send-deliveries.ts";
import type { Platform } from "../../platform/platform.ts";
import { createFindRecipient } from "../recovery/find-recipient.ts";
import type { SetupLinks } from "../setup-link/create-setup-link.ts";
import { createRenderMail } from "./render-mail.ts";
import { ADDRESS_CHANGED } from "./write-link.ts";

/** Sends the mails of all instances, while this one runs. Nothing where there is no mail server. */
export function createMailing(
	platform: Platform,
	{ setupLinks, counted }: { setupLinks: SetupLinks; counted: CountMail },
): { maintenance: MaintenanceTask[] } {
	const { config, outbox } = platform;
	if (config.mailUrl === null) return { maintenance: [] };
	const channel = createMailChannel(platform, setupLinks);
	const { maintenance } = createSendDeliveries(platform, { outbox, channel, counted });
	return { maintenance };
}

/** Sends mails, up to a limit an hour. Unauthenticated clients cannot use up more than half of it. */
function createMailChannel(platform: Platform, setupLinks: SetupLinks): Channel {
	const { mailPerHour } = platform.config;
	const findRecipient = createFindRecipient(platform, setupLinks);
	const renderMail = createRenderMail(platform, setupLinks);
	const smtp = createSmtp(platform.config);
	return {
		target: MAIL,
		waits: [MINUTE / 2, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, 120 * MINUTE],
		recordLoss: (record, { userId, kind, status, attempts }) =>
			record({ event: "mail_failed", userId, detail: { kind, status, attempts } }),

		async ranksWithRoom(queries, { now, underWay }) {
			// First: what ends while the rest is counted is counted twice, and not left out. Its end asks again.
			const begun = new Map(anyRank.map((rank) => [rank, underWay(rank)]));
			const sent = await countSentAfter(queries, MAIL, now - HOUR);
			const count = (rank: Rank) => (sent.get(rank) ?? 0) + (begun.get(rank) ?? 0);
			const unauthenticated = count(ranks.unauthenticated);
			if (count(ranks.first) + unauthenticated >= mailPerHour) return [];
			return unauthenticated >= mailPerHour / 2 ? [ranks.first] : anyRank;
		},

		/** Only a recovery is queued for a name that a client has typed. */
		findRecipient: (delivery, payload) => findRecipient(delivery, (payload as { login: string }).login),

		async deliver({ delivery, payload }, { begin, signal }) {
			const mail = await renderMail(delivery, payload);
			if (mail === null) return { is: "pointless" };
			if (mail === ADDRESS_CHANGED) return { is: "failed", status: mail, permanent: true, unanswered: false };
			await begin();
			try {
				const { status } = await smtp.send(mail, signal);
				return { is: "sent", status };
			} catch (error) {
				if (!(error instanceof MailRefused)) throw error;
				const { status, permanent, unanswered, unknownAddress } = error;
				const failed = { is: "failed", status, permanent, unanswered } as const;
				if (!unknownAddress) return failed;
				return { ...failed, also: (queries) => refuse(queries, delivery, mail.to) };
			}
		},
	};
}

async function refuse(queries: Queryable, { subjectId: userId }: Delivery, email: string): Promise<void> {
	if (userId !== null) await noteRefusedEmail(queries, { userId, email });
}
