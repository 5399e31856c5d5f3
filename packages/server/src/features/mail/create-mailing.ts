import { noteRefusedEmail } from "../../identity/user/email-store.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { HOUR } from "../../platform/lib/clock.ts";
import { createSmtp, MailRefused } from "../../platform/mail/smtp.ts";
import type { MaintenanceTask } from "../../platform/maintenance.ts";
import type { CountMail } from "../../platform/metrics/count-mails.ts";
import type { Channel, Outcome } from "../../platform/outbox/channel.ts";
import { countSentAfter, type Delivery } from "../../platform/outbox/delivery-store.ts";
import { ranks } from "../../platform/outbox/ranks.ts";
import { createSendDeliveries } from "../../platform/outbox/send-deliveries.ts";
import type { Platform } from "../../platform/platform.ts";
import { createResolveRecovery } from "../recovery/resolve-recovery.ts";
import type { SetupLinks } from "../setup/create-setup-link.ts";
import { createRenderMail } from "./render-mail.ts";

/** Milliseconds: longer than mail servers take to accept a mail, so that response times do not reveal whether one was sent. */
const LONGEST_SLOT = 15_000;

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

/** Sends mails, up to a limit an hour that strangers cannot use up. */
function createMailChannel(platform: Platform, setupLinks: SetupLinks): Channel {
	const { mailPerHour } = platform.config;
	const resolveRecovery = createResolveRecovery(platform, setupLinks);
	const renderMail = createRenderMail(platform, setupLinks);
	const smtp = createSmtp(platform.config);
	/** How the mail server has put off the last mail: decoys end alike, or the further attempts would tell them apart. */
	let putOff: Outcome | null = null;
	return {
		async lastRank(queries, now) {
			const sent = await countSentAfter(queries, now - HOUR);
			const forStrangers = sent.get(ranks.forStrangers) ?? 0;
			if ((sent.get(ranks.first) ?? 0) + forStrangers >= mailPerHour) return null;
			return forStrangers >= mailPerHour / 2 ? ranks.first : ranks.forStrangers;
		},

		slot: Math.min(LONGEST_SLOT, HOUR / (mailPerHour / 2)),

		/** Only a recovery is queued for a name that a stranger has typed. */
		lookUp: (delivery, payload) => resolveRecovery(delivery, (payload as { login: string }).login),

		async deliver(delivery, payload, { begin, signal }) {
			const isDecoy = delivery.rank === ranks.decoy;
			const mail = await renderMail(delivery, payload);
			if (mail === null) return { is: "pointless" };
			await begin();
			try {
				if (isDecoy) {
					await smtp.rehearse(mail, signal);
					return putOff ?? { is: "sent", status: "" };
				}
				const { status } = await smtp.send(mail, signal);
				putOff = null;
				return { is: "sent", status };
			} catch (error) {
				if (!(error instanceof MailRefused)) throw error;
				const { status, permanent, unanswered, unknownAddress, putsOffAll } = error;
				const failed = { is: "failed", status, permanent, unanswered } as const;
				if (putsOffAll) putOff = failed;
				if (!unknownAddress) return failed;
				return { ...failed, also: (queries) => refuse(queries, delivery, mail.to) };
			}
		},
	};
}

async function refuse(queries: Queryable, { subjectId: userId }: Delivery, email: string): Promise<void> {
	if (userId !== null) await noteRefusedEmail(queries, { userId, email });
}
