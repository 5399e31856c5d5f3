import { requireStillLive } from "../../credentials/session/require-session.ts";
import type { Principal } from "../../credentials/session/session.ts";
import { createWindowLimit } from "../../identity/throttle/window-limit.ts";
import { writeProfile } from "../../identity/user/profile-store.ts";
import { lockUser } from "../../identity/user/user-store.ts";
import type { Client } from "../../platform/audit/audit.ts";
import { invalid, LoginError } from "../../platform/errors.ts";
import { HOUR } from "../../platform/lib/clock.ts";
import { canonicalEmail } from "../../platform/lib/email.ts";
import { applyProfileChange, requireFits } from "../administration/apply-profile-change.ts";
import type { QueueMail } from "../mail/queue-mail.ts";
import { createRequireFreshUser } from "../session/require-fresh-user.ts";
import type { SetupLinks } from "../setup-link/create-setup-link.ts";
import { findSetupLink, useSetupLink } from "../setup-link/setup-link-store.ts";
import type { Parts } from "../uses.ts";

/** Counted for each user, because the addresses may belong to people who did not ask. */
const MOST_PER_HOUR = 3;

/** How a user gets another e-mail address. Only the user who asked can confirm it, logged in: other readers of the mail cannot. */
export function createChangeEmail(parts: Parts & { setupLinks: SetupLinks; queueMail: QueueMail }) {
	const { audit, clock, config, keyring, outbox, setupLinks, queueMail } = parts;
	const requireFreshUser = createRequireFreshUser(parts);
	const countRequest = createWindowLimit({ keyring, clock }, "email", { most: MOST_PER_HOUR, window: HOUR });

	return {
		/** Throws not_found, validation_failed, limit_exceeded, reauthentication_required, rate_limited. */
		async ask(principal: Principal, typed: string): Promise<void> {
			if (config.mailUrl === null) throw new LoginError("not_found", "This service sends no mail.");
			const user = await requireFreshUser(principal);
			const { id: userId } = user;
			const email = canonicalEmail(typed);
			if (email === null)
				throw invalid("/email", "malformed", "Write one e-mail address, such as ada@example.com.");
			requireFits({ ...user, email });
			await audit.transact(async (queries, record) => {
				await countRequest(queries, userId);
				const { id: link, expiresAt } = await setupLinks.confirm(queries, record, user, email);
				await queueMail(queries, {
					kind: "email_confirmation",
					userId,
					payload: { link, to: email },
					expiresAt,
				});
			});
			outbox.nudge();
		},

		/** Throws not_found, setup_link_used, session_ended, limit_exceeded. */
		async confirm(
			{ user: { id: userId }, session }: Principal,
			token: string,
			client: Client,
		): Promise<void> {
			await audit.transact(async (queries, record) => {
				const now = clock();
				// In the order of a setup: the row of the user, then that of the link.
				const before = await lockUser(queries, userId);
				const link = await findSetupLink(queries, token, ["email"]);
				if (before === null || link?.userId !== userId || link.email === null) throw deadLink();
				if (!(await useSetupLink(queries, link.id, now)))
					throw link.usedAt === null ? deadLink() : new LoginError("setup_link_used");
				// A body may be held back until long after its head: until the session was ended, to take the account over by a recovery.
				await requireStillLive(queries, session, now);
				const { after } = applyProfileChange(before, { email: link.email, emailVerified: true }, now);
				requireFits({ ...before, ...after });
				await writeProfile(queries, userId, after);
				await record({ event: "user_email_confirmed", userId, sessionId: session.id, client });
				await queueMail.ofEmailChange(queries, { userId, before, after, from: client.address });
			});
			outbox.nudge();
		},
	};
}

function deadLink(): LoginError {
	const message = "This link does not work any more, or it is not yours. Ask for a new one.";
	return new LoginError("not_found", message);
}
