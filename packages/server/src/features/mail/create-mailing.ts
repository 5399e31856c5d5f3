import { createSmtp } from "../../platform/mail/smtp.ts";
import type { MaintenanceTask } from "../../platform/maintenance.ts";
import type { CountMail } from "../../platform/metrics/count-mails.ts";
import { createSendDeliveries } from "../../platform/outbox/send-deliveries.ts";
import type { Platform } from "../../platform/platform.ts";
import { createResolveRecovery } from "../recovery/resolve-recovery.ts";
import type { SetupLinks } from "../setup/create-setup-link.ts";
import { createMailChannel } from "./mail-channel.ts";
import { createRenderMail } from "./render-mail.ts";

/** Sends the mails of all instances, while this one runs. Nothing where there is no mail server. */
export function createMailing(
	platform: Platform,
	{ setupLinks, counted }: { setupLinks: SetupLinks; counted: CountMail },
): { maintenance: MaintenanceTask[] } {
	const { config, outbox } = platform;
	if (config.mailUrl === null) return { maintenance: [] };
	const channel = createMailChannel(platform, {
		resolveRecovery: createResolveRecovery(platform, setupLinks),
		renderMail: createRenderMail(platform, setupLinks),
		smtp: createSmtp(config),
	});
	const { maintenance } = createSendDeliveries(platform, { outbox, channel, counted });
	return { maintenance };
}
