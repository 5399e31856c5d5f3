import { findAdminAmong, findUserById } from "../../identity/user/user-store.ts";
import type { PageOf } from "../../platform/database/keyset-page.ts";
import { LoginError } from "../../platform/errors.ts";
import { HOUR } from "../../platform/lib/clock.ts";
import { canonicalEmail } from "../../platform/lib/email.ts";
import { isUuid, randomUuid } from "../../platform/lib/random.ts";
import { createSmtp, MailRefused } from "../../platform/mail/smtp.ts";
import type { DeliveryState } from "../../platform/outbox/delivery-state.ts";
import { listDeliveries, pageOfDeliveries, retryDeliveries } from "../../platform/outbox/operator-store.ts";
import type { Platform } from "../../platform/platform.ts";
import { serviceName, toMail } from "../mail/render-mail.ts";
import type { MailTexts } from "../mail/texts.ts";
import { requireInReach } from "./change-user.ts";

/** What an operator may do about mails. Never what one says: a link in it would be a credential. */
export function createMailAdministration({
	audit,
	config,
	clock,
	random,
	opened: { database, reads },
}: Platform) {
	return {
		/** The newest first. */
		list: (most: number, state?: DeliveryState) => listDeliveries(reads, most, state),

		page: (of: PageOf, state?: DeliveryState) => pageOfDeliveries(reads, of, state),

		/** Failed ones, or one that failed or waits, are sent by any instance that runs. Throws not_found. */
		async retry(id?: string): Promise<{ retried: number }> {
			const now = clock();
			const isKnown = id === undefined || isUuid(id);
			const retry = { id, now, expiresAt: now + HOUR };
			const retried = await audit.transact(async (queries, record) => {
				const about = isKnown ? await retryDeliveries(queries, retry) : [];
				const admin = await findAdminAmong(
					queries,
					about.filter((userId) => userId !== null),
				);
				if (admin !== null) requireInReach(admin, audit.actor);
				if (about.length > 0)
					await record({ event: "mail_retried", userId: about[0] ?? null, detail: { mails: about.length } });
				return about.length;
			});
			if (id !== undefined && retried === 0)
				throw new LoginError("not_found", {
					missing: "mail",
					message: "There is no mail with this id that failed or waits.",
				});
			return { retried };
		},

		/** To the admin who calls, since only the reader can see whether it arrives. Throws state_conflict. */
		async testOwn(): Promise<{ to: string; sent: boolean; status: string }> {
			if (config.mailUrl === null) throw new LoginError("state_conflict", noMail);
			const admin = await findUserById(database, audit.actor?.id ?? "");
			if (admin?.email == null) throw new LoginError("state_conflict", noAddress);
			try {
				return { ...(await test(admin.email)), sent: true };
			} catch (error) {
				if (!(error instanceof MailRefused)) throw error;
				return { to: admin.email, sent: false, status: error.status };
			}
		},

		test,
	};

	/** Sends one, at once and past the outbox. Throws validation_failed, MailRefused. */
	async function test(typed: string): Promise<{ to: string; status: string }> {
		const to = canonicalEmail(typed);
		if (to === null)
			throw new LoginError("validation_failed", "Write one e-mail address, such as ada@example.com.");
		const service = serviceName(config);
		const letter = { to, locale: null, write: (texts: MailTexts) => texts.test({ service }) };
		const { status } = await createSmtp(config).send(
			toMail(letter, { id: randomUuid(random), date: clock() }, config),
		);
		return { to, status };
	}
}

const noMail = "This service sends no mail: SALLYPORT_MAIL_URL is not set.";
const noAddress = "Your account has no e-mail address to send it to. Give it one first.";
