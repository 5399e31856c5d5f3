import { findAdminAmong, findUserById } from "../../identity/user/user-store.ts";
import type { PageOf } from "../../platform/database/keyset-page.ts";
import { LoginError } from "../../platform/errors.ts";
import { HOUR } from "../../platform/lib/clock.ts";
import { canonicalEmail } from "../../platform/lib/email.ts";
import { isUuid, randomUuid } from "../../platform/lib/random.ts";
import { createSmtp, MailRefused } from "../../platform/mail/smtp.ts";
import type { MailFilter } from "../../platform/outbox/delivery-state.ts";
import {
	listDeliveries,
	listRetriable,
	pageOfDeliveries,
	retryDelivery,
} from "../../platform/outbox/operator-store.ts";
import type { Platform } from "../../platform/platform.ts";
import type { ResolvedRecovery } from "../mail/payloads.ts";
import { createRenderMail, serviceName, toMail } from "../mail/render-mail.ts";
import type { MailTexts } from "../mail/texts.ts";
import { ADDRESS_CHANGED } from "../mail/write-link.ts";
import type { SetupLinks } from "../setup-link/create-setup-link.ts";
import { requireInReach } from "./change-user.ts";

/** What an operator may do about mails. Never what one says: a link in it would be a credential. */
export function createMailAdministration({
	audit,
	config,
	clock,
	random,
	outbox,
	setupLinks,
	opened,
}: Platform & { setupLinks: SetupLinks }) {
	const { database, reads } = opened;
	const renderMail = createRenderMail({ config, clock, opened }, setupLinks);
	return {
		/** The newest first. */
		list: (most: number, filter?: MailFilter) => listDeliveries(reads, most, filter),

		page: (of: PageOf, filter?: MailFilter) => pageOfDeliveries(reads, of, filter),

		/**
		 * Failed ones, or one that failed or waits, are sent by any instance that runs. `left`: those that would say nothing any more
		 * stay as they are. Throws not_found; state_conflict for one of which nothing is left to send.
		 */
		async retry(id?: string): Promise<{ retried: number; left: number }> {
			const now = clock();
			const found = id === undefined || isUuid(id) ? await listRetriable(database, id) : [];
			const about = found.map(({ subjectId }) => subjectId).filter((userId) => userId !== null);
			const admin = await findAdminAmong(database, about);
			if (admin !== null) requireInReach(admin, audit.actor);
			const useful: typeof found = [];
			for (const delivery of found) if (await isUseful(delivery)) useful.push(delivery);
			if (id !== undefined && found.length > useful.length)
				throw new LoginError("state_conflict", linkIsOver);
			const retried = await audit.transact(async (queries, record) => {
				const again: Array<string | null> = [];
				for (const { id, subjectId } of useful)
					if (await retryDelivery(queries, { id, now, expiresAt: now + HOUR })) again.push(subjectId);
				if (again.length > 0)
					await record({ event: "mail_retried", userId: again[0] ?? null, detail: { mails: again.length } });
				return again.length;
			});
			if (id !== undefined && retried === 0)
				throw new LoginError("not_found", {
					missing: "mail",
					message: "There is no mail with this id that failed or waits.",
				});
			return { retried, left: found.length - useful.length };
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

	/** Whether a mail would be made of it. A link that has ended, or is for an address of before, goes to no reader. */
	async function isUseful(delivery: Awaited<ReturnType<typeof listRetriable>>[number]): Promise<boolean> {
		const payload = outbox.open(delivery);
		// Nothing is known of what does not open, or has no recipient yet.
		if (payload === null || delivery.subjectId === null) return true;
		if (delivery.kind === "recovery") {
			for (const { id } of (payload as ResolvedRecovery).links)
				if ((await setupLinks.find(database, id, "")) !== null) return true;
			return false;
		}
		const mail = await renderMail(delivery, payload);
		return mail !== null && mail !== ADDRESS_CHANGED;
	}

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

const linkIsOver =
	"Its link works no more: it has ended, or the address has changed. Give the user a new link instead: sallyport user reset NAME --mail.";
const noMail = "This service sends no mail: SALLYPORT_MAIL_URL is not set.";
const noAddress = "Your account has no e-mail address to send it to. Give it one first.";
