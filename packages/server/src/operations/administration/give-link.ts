import type { User } from "../../identity/user/user.ts";
import type { RecordEvent } from "../../platform/audit/audit.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { invalid, LoginError } from "../../platform/errors.ts";
import { timestamp } from "../../platform/lib/timestamp.ts";
import { removeFailedAbout } from "../../platform/outbox/operator-store.ts";
import type { Platform } from "../../platform/platform.ts";
import type { QueueMail } from "../mail/queue-mail.ts";
import type { SetupLinks } from "../setup-link/create-setup-link.ts";

/** For the operator to pass on. */
export interface ShownLink {
	setupLink: string;
	setupLinkExpiresAt: number;
}

/** Went to the address of the user, who verifies it by using the link. */
export interface MailedLink {
	setupLink: null;
	setupLinkExpiresAt: number;
	sentTo: string;
}

/** As answers show one; of a user who gets none, it is null. */
export const describeLink = (
	link: ShownLink | MailedLink | { setupLink: null; setupLinkExpiresAt: null },
) => ({
	setupLink: link.setupLink,
	setupLinkExpiresAt: timestamp(link.setupLinkExpiresAt),
	sentTo: "sentTo" in link ? link.sentTo : null,
});

type Linked = Pick<User, "id" | "username" | "email" | "passwordChangedAt">;
type Give<Link> = (queries: Queryable, record: RecordEvent, user: Linked) => Promise<Link>;

export type GiveLink = ReturnType<typeof createGiveLink>;

/** How a new setup link gets to its user. Part of a transaction. */
export function createGiveLink({
	config,
	setupLinks,
	queueMail,
}: Platform & { setupLinks: SetupLinks; queueMail: QueueMail }) {
	/** Mails whose link it replaces could not be sent again. */
	async function make(queries: Queryable, record: RecordEvent, user: Linked, to: string | null) {
		await removeFailedAbout(queries, user.id, ["invitation", "password_link"]);
		return setupLinks.create(queries, record, user, to);
	}

	const show: Give<ShownLink> = async (queries, record, user) => {
		const { address, expiresAt } = await make(queries, record, user, null);
		return { setupLink: address, setupLinkExpiresAt: expiresAt };
	};

	/** Throws validation_failed where there is no address, state_conflict where no mail is sent. */
	const mail: Give<MailedLink> = async (queries, record, user) => {
		const { id: userId, email: to, passwordChangedAt } = user;
		if (config.mailUrl === null)
			throw new LoginError("state_conflict", "This service sends no mail: SALLYPORT_MAIL_URL is not set.");
		if (to === null) throw invalid("/email", "required", "There is no e-mail address to send the link to.");
		const { id: link, expiresAt } = await make(queries, record, user, to);
		const kind = passwordChangedAt === null ? "invitation" : "password_link";
		await queueMail(queries, { kind, userId, payload: { link, to }, expiresAt });
		return { setupLink: null, setupLinkExpiresAt: expiresAt, sentTo: to };
	};

	return { show, mail };
}
